import { expect, test } from "vitest";
import { commandText } from "../../../electron/runtime/history/command-text";

test.each<[string | string[], string]>([
  ["ls -l", "ls -l"],
  [["bash", "-lc", "ls | wc"], "ls | wc"],
  [["/bin/zsh", "-c", "ls"], "ls"],
  [["powershell.exe", "-Command", "dir"], "dir"],
  [["git", "status"], "git status"],
  [["echo", "two words", "it's", ""], "echo 'two words' 'it'\\''s' ''"],
  [["bash", "-lc"], "bash -lc"],
  [["bash", "-x", "run.sh"], "bash -x run.sh"],
])("%j is what a person would type: %s", (command, text) => {
  expect(commandText(command)).toBe(text);
});
