// What programs put around a person's words, told by its form: one rule for what is shown and for what a list says of a session.
import { expect, test } from "vitest";
import { contextKind } from "../../../electron/runtime/history/context-kind";
import { isImageTag, shownWords } from "../../../electron/runtime/history/person-text";

test.each([
  ["<environment_context>\n  <cwd>/p</cwd>", "environment"],
  ["\n <ENVIRONMENT_CONTEXT>", "environment"],
  ["<cwd>/p</cwd>", "environment"],
  ["# AGENTS.md instructions for /p\n", "instructions"],
  ["#AGENTS.md instructions", "instructions"],
  ["<INSTRUCTIONS>", "instructions"],
  ["<user_instructions>", "instructions"],
  ["<permissions instructions>", "permissions"],
  ["<permissions_instructions>", "permissions"],
  ["<skill name='a'>", "skills"],
  ["<skills>", "skills"],
  ["<turn_aborted>", "turnAborted"],
  ["<turn_aborted", "turnAborted"],
  ["<user_shell_command>", "shellCommand"],
  ["<current_time_reminder>", "time"],
  ["<hook_prompt id='1'>", "other"],
  ["<thread_goal>", "other"],
  ["<multi_agent>", "other"],
  ["<token_budget>", "other"],
  ["<tools>", "other"],
])("%j is %s", (text, kind) => {
  expect(contextKind(text)).toBe(kind);
});

test.each([
  "",
  "Look at <environment_context>",
  "<environment_contexts>",
  "<div>",
  "< cwd>",
  "# AGENTS.md should say more",
  "<toString>",
])("%j may be a person's", (text) => {
  expect(contextKind(text)).toBeNull();
});

test.each([
  ["# Open tabs\n- a.ts\n\n## My request for Codex:\nDo it.\n", "Do it."],
  ["## My request for Codex: \r\n  Do it.", "Do it."],
  ["I wrote ## My request for Codex: here", "I wrote ## My request for Codex: here"],
  ["# Open tabs\n## My request for Codex:\n", "# Open tabs\n## My request for Codex:\n"],
  ["Do it.", "Do it."],
])("of %j %j is shown", (text, shown) => {
  expect(shownWords(text)).toBe(shown);
});

test.each([
  ["<image>", true],
  [" </image> ", true],
  ['<image name="a">', true],
  ["<images>", false],
  ["<image> of a cat", false],
])("%j is an image's tag: %s", (text, isTag) => {
  expect(isImageTag(text)).toBe(isTag);
});
