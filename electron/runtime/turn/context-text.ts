// What the model is told of the place it works in, as messages in the forms that `contextKind` tells apart. Pure.
import type { MessageItem } from "../../../shared/protocol/response-item";
import type { SandboxChoice, SandboxState } from "../../../shared/protocol/permission";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import { assertNever } from "../errors";
import type { InstructionFile, WorkspaceFacts } from "../ports/workspace-context";

export interface ContextFacts {
  readonly cwd: string;
  readonly workspace: WorkspaceFacts;
  /** `YYYY-MM-DD` in the machine's zone. */
  readonly date: string;
  readonly zone: string;
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  readonly sandboxState: SandboxState;
}

/** In the order in which the model reads them. */
export function contextMessages(facts: ContextFacts): MessageItem[] {
  const { cwd, workspace } = facts;
  return [
    message("developer", permissionText(facts)),
    ...(workspace.instructions.length === 0 ? [] : [message("user", instructionText(cwd, workspace.instructions))]),
    message("user", environmentText(facts)),
  ];
}

/** Takes the place of instructions that the window holds and the workspace no longer does. */
export function withdrawnInstructions(cwd: string): MessageItem {
  return message("user", instructionBlock(cwd, "There are no AGENTS.md instructions any more. Those above no longer hold."));
}

function message(role: "developer" | "user", text: string): MessageItem {
  return { type: "message", role, content: [{ type: "input_text", text }] };
}

function instructionText(cwd: string, files: readonly InstructionFile[]): string {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return instructionBlock(cwd, only.text);
  return instructionBlock(cwd, files.map(({ path, text }) => `From ${oneLine(path)}:\n\n${text}`).join("\n\n"));
}

function instructionBlock(cwd: string, text: string): string {
  return `# AGENTS.md instructions for ${oneLine(cwd)}\n\n<INSTRUCTIONS>\n${within("INSTRUCTIONS", text)}\n</INSTRUCTIONS>`;
}

function environmentText({ cwd, workspace, date, zone }: ContextFacts): string {
  const facts = { cwd, shell: workspace.shell, os: workspace.os, current_date: date, timezone: zone };
  const lines = Object.entries(facts).map(([name, value]) => `  <${name}>${escaped(oneLine(value))}</${name}>`);
  return ["<environment_context>", ...lines, "</environment_context>"].join("\n");
}

function permissionText(facts: ContextFacts): string {
  const lines = [policyWords(facts.policy), ...sandboxWords(facts), ...outsideWords(facts)];
  return `<permissions instructions>\n${within("permissions", lines.join("\n"))}\n</permissions instructions>`;
}

function policyWords(policy: ApprovalPolicy): string {
  switch (policy) {
    case "never":
      return "Approval policy `never`: nobody is asked. What the rules, the guards or the sandbox refuse stays refused; find another way or say what is missing.";
    case "onRequest":
      return "Approval policy `onRequest`: what the sandbox confines runs at once; other commands and file changes are put to the person first, unless a rule allows them.";
    case "always":
      return "Approval policy `always`: every command and every file change is put to the person first.";
    default:
      return assertNever(policy);
  }
}

function sandboxWords({ cwd, workspace, sandbox, sandboxState }: ContextFacts): string[] {
  if (sandbox.mode === "dangerFullAccess")
    return ["Sandbox `dangerFullAccess`: commands may read, write and reach the network as the person could."];
  const held = sandboxState.isEnforced
    ? `enforced by ${oneLine(sandboxState.how)}`
    : `NOT enforced on this machine (${oneLine(sandboxState.reason)}); keep to it all the same`;
  const writing =
    sandbox.mode === "readOnly"
      ? "Commands may read files and write none; files cannot be changed."
      : `Commands may read files, and write in ${oneLine(cwd)} and ${oneLine(workspace.temporaryFolder)}, but not in .git there, nor in the app's own folder.`;
  const network = sandbox.hasNetwork ? "The network can be reached." : "The network cannot be reached.";
  return [`Sandbox \`${sandbox.mode}\`, ${held}.`, writing, network];
}

function outsideWords({ policy, sandbox }: ContextFacts): string[] {
  if (sandbox.mode === "dangerFullAccess") return [];
  if (policy === "never") return ["Running a command outside the sandbox is refused under this policy."];
  return [
    "A command that needs more can be run outside the sandbox: call shell with outsideSandbox true and a justification in one sentence; the person is asked. Do so only for what cannot be done inside.",
  ];
}

/** A text that cannot end or open the block it stands in, whatever it says. */
function within(tag: string, text: string): string {
  return text.replace(new RegExp(`<(?=\\s*/?\\s*${tag})`, "gi"), "&lt;");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
