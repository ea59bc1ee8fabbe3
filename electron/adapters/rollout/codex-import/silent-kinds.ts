// Kinds of lines, events and items that are known and not shown: markers, settings, questions and beginnings whose ends other lines tell, and what
// only its own program or provider could use.

const NAMES = `
additional_tools agent_message_delta agent_reasoning_delta agent_reasoning_section_break
apply_patch_approval_request background_event compaction compaction_trigger configuration_update
context_compaction dynamic_tool_call_request dynamic_tools_updated elicitation_request exec_approval_request
exec_command_begin exec_command_output_delta ghost_snapshot guardian_assessment guardian_warning
hook_completed hook_started id_allocation image_generation_begin inter_agent_communication_metadata
item_started list_custom_prompts_response mcp_list_tools_response mcp_startup_complete mcp_startup_update
mcp_tool_call_begin patch_apply_begin plan_update raw_response_item realtime_item request_user_input
retained_context security_risk_score session_configured shutdown_complete state terminal_interaction
thread_goal_updated thread_settings_applied token_usage_record turn_diff undo_started web_search_begin
world_state
`;

export const SILENT: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
