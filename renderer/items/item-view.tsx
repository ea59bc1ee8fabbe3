// The only switch over the kinds of items: one component each.
import type { TurnItem } from "../../shared/protocol/turn-item";
import { AgentMessage } from "./agent-message";
import { ApprovalRow } from "./approval-row";
import type { CardFacts } from "./card-facts";
import { CommandCard } from "./command-card";
import { ContextCompaction } from "./context-compaction";
import { ContextRow } from "./context-row";
import { FileChangeCard } from "./file-change-card";
import { HookPrompt } from "./hook-prompt";
import { ImageView } from "./image-view";
import { LeftOut } from "./left-out";
import { MailSlip } from "./mail-slip";
import { McpCallCard } from "./mcp-call-card";
import { NoticeRow } from "./notice-row";
import { PlanCard } from "./plan-card";
import { RawRow } from "./raw-row";
import { Reasoning } from "./reasoning";
import { SleepCard } from "./sleep-card";
import { SubAgentRow } from "./sub-agent-row";
import { ToolCallCard } from "./tool-call-card";
import { isUserInputCall, UserInputCard } from "./user-input-card";
import { UserMessage } from "./user-message";
import { WebSearchRow } from "./web-search-row";

interface ItemViewProps {
  readonly item: TurnItem;
  readonly facts: CardFacts;
}

export function ItemView({ item, facts }: ItemViewProps) {
  return (
    <>
      <ItemOfKind item={item} facts={facts} />
      <LeftOut item={item} />
    </>
  );
}

function ItemOfKind({ item, facts }: ItemViewProps) {
  switch (item.type) {
    case "userMessage":
      return <UserMessage item={item} facts={facts} />;
    case "agentMessage":
      return <AgentMessage item={item} facts={facts} />;
    case "reasoning":
      return <Reasoning item={item} facts={facts} />;
    case "commandExecution":
      return <CommandCard item={item} facts={facts} />;
    case "toolCall":
      return isUserInputCall(item) ? <UserInputCard item={item} facts={facts} /> : <ToolCallCard item={item} facts={facts} />;
    case "sleep":
      return <SleepCard item={item} facts={facts} />;
    case "approval":
      return <ApprovalRow item={item} />;
    case "notice":
      return <NoticeRow item={item} />;
    case "contextCompaction":
      return <ContextCompaction item={item} facts={facts} />;
    case "hookPrompt":
      return <HookPrompt item={item} facts={facts} />;
    case "mail":
      return <MailSlip item={item} facts={facts} />;
    case "fileChange":
      return <FileChangeCard item={item} facts={facts} />;
    case "mcpToolCall":
      return <McpCallCard item={item} facts={facts} />;
    case "webSearch":
      return <WebSearchRow item={item} />;
    case "imageView":
      return <ImageView item={item} />;
    case "plan":
      return <PlanCard item={item} />;
    case "context":
      return <ContextRow item={item} facts={facts} />;
    case "subAgent":
      return <SubAgentRow item={item} facts={facts} />;
    case "raw":
      return <RawRow item={item} facts={facts} />;
  }
}
