// A walk through what a person allows, in one session on a scripted model: a command outside the sandbox, a patch, a refusal of the sandbox, questions of
// the model, the settings, an undo. Each moment is shown to a visitor; the next one comes when the visitor is done. It takes a machine with a sandbox.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import type { OpenApp } from "./open-app";
import { call, completed, created, message } from "./provider-events";
import { reply, type Step } from "./scripted-model";
import { closeSettings, openSettings } from "./settings-dialog";

const HEIGHTS = `import type { Height } from "./station";

/** Metres above chart datum, as the tables print them. */
export function parseHeight(text: string): Height {
  const metres = Number.parseFloat(text);
  if (Number.isNaN(metres)) throw new RangeError(\`no height: \${text}\`);
  return { metres: Math.round(metres * 10) / 10 };
}

export function highest(heights: readonly Height[]): Height | undefined {
  return heights.reduce<Height | undefined>(
    (best, next) => (best === undefined || next.metres > best.metres ? next : best),
    undefined,
  );
}
`;

const TESTS = `echo "✓ dates (11)"
echo "✗ heights (3): 4.25 m was read as 4.3"
exit 1
`;

const PATCH = `*** Begin Patch
*** Update File: src/heights.ts
@@ export function parseHeight(text: string): Height {
   const metres = Number.parseFloat(text);
   if (Number.isNaN(metres)) throw new RangeError(\`no height: \${text}\`);
-  return { metres: Math.round(metres * 10) / 10 };
+  return { metres: toCentimetres(metres) / 100 };
 }
+
+/** The tables print two digits. */
+function toCentimetres(metres: number): number {
+  return Math.round(metres * 100);
+}
*** Add File: test/rounding.test.ts
+import { parseHeight } from "../src/heights";
+
+test("a height keeps its second digit", () => {
+  expect(parseHeight("4.25")).toEqual({ metres: 4.25 });
+});
*** End Patch`;

const say = (text: string) => message(text, { phase: "commentary" });

/** For the turns of the walk, in order. */
export const PERMISSION_SCRIPT: readonly Step[] = [
  reply(
    created(),
    ...say("I read the parser and run the tests first."),
    ...call("c1", "read_file", { path: "src/heights.ts" }),
    ...call("c2", "shell", { command: "sh run-tests.sh" }),
    completed(),
  ),
  reply(
    created(),
    ...say("The test fails: heights are rounded to one digit. It may be mended upstream already, so I ask to fetch."),
    ...call("c3", "shell", {
      command: "git fetch origin main && git log --oneline -5 FETCH_HEAD -- src/heights.ts",
      outsideSandbox: true,
      justification: "Fetching needs the network, which commands in the sandbox do not have.",
    }),
    completed(),
  ),
  reply(created(), ...say("Then I mend it here."), ...call("c4", "apply_patch", { patch: PATCH }), completed()),
  reply(
    created(),
    ...message("`parseHeight` now keeps both digits, and `test/rounding.test.ts` holds it to that."),
    completed({ usage: { input: 6120, output: 540 } }),
  ),
  reply(
    created(),
    ...say("I copy it to where git looks for it."),
    ...call("c5", "shell", { command: "cp hooks/pre-commit .git/hooks/pre-commit" }),
    completed(),
  ),
  reply(created(), ...message("The sandbox keeps `.git` from being written, so it is not installed."), completed()),
  reply(
    created(),
    ...say("Two things are yours to say."),
    ...call("c6", "request_user_input", {
      questions: [
        {
          id: "unit",
          header: "Unit",
          question: "In which unit should heights be kept?",
          options: [
            { label: "Metres", description: "As the tables print them; sums may be off in the last digit." },
            { label: "Centimetres", description: "Whole numbers, exact; every reader has to change." },
          ],
          isOther: true,
        },
        { id: "branch", question: "What should the branch be called?" },
      ],
    }),
    completed(),
  ),
  reply(created(), ...message("Metres, then, on `two-digits`."), completed()),
];

export function writePermissionWorkspace(folder: string): void {
  for (const part of ["src", "hooks", ".git/hooks"]) mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, "src/heights.ts"), HEIGHTS);
  writeFileSync(path.join(folder, "run-tests.sh"), TESTS);
  writeFileSync(path.join(folder, "hooks/pre-commit"), "npm test\n");
}

/** The folder is open, and nothing was said in it yet. */
export async function walkPermissions(app: OpenApp, visit: (moment: string) => Promise<void>): Promise<void> {
  await app.ask("Heights such as 4.25 m lose their last digit. Mend that.");
  const asking = app.card(/^Approval: Run git fetch/);
  await expect(asking).toBeFocused();
  await visit("approval-outside");
  await app.page.keyboard.press("n");
  await app.turnEnds(1, /^Completed in /);
  await app
    .card(/^Edited src\/heights\.ts and 1 more/)
    .getByRole("button")
    .first()
    .click();
  await app.button(/^Changed src\/heights\.ts/).click();
  await app.button("One column").click();
  await visit("diff");
  await app.button("Side by side").click();
  await visit("diff-side-by-side");
  await app
    .card(/^Edited src\/heights\.ts and 1 more/)
    .getByRole("button")
    .first()
    .click();
  await app.button("Undo file changes").click();
  await expect(app.page.getByRole("dialog")).toContainText("test/rounding.test.ts");
  await visit("undo");
  await app.button("Leave as it is").click();
  await app.thread.evaluate((region) => region.scrollTo(0, 0));
  await expect(app.thread.getByRole("heading", { name: /^Turn 1\./ })).toBeAttached();
  await visit("beginning");
  await app.ask("Install the hook of this project.");
  await app.turnEnds(2, /^Completed in /);
  await app
    .card(/^Ran cp hooks/)
    .getByRole("button", { name: "Ran" })
    .click();
  await visit("sandbox-refused");
  await app.ask("Before you commit: is there anything that I should decide?");
  await expect(app.card(/^Question: /)).toBeFocused();
  await visit("question");
  await app.thread.getByRole("radio", { name: /^Metres/ }).check();
  await app.thread.getByRole("textbox", { name: "Your answer" }).fill("two-digits");
  await app.thread.getByRole("textbox", { name: "Your answer" }).press("Enter");
  await app.turnEnds(3, /^Completed in /);
  const card = await openSettings(app);
  await visit("settings");
  await card.getByRole("form", { name: "Add a rule" }).scrollIntoViewIfNeeded();
  await visit("settings-rules");
  await closeSettings(app);
  await app.thread.evaluate((region) => region.scrollTo(0, 0));
  await app.button("Undo file changes").click();
  await app.button("Undo in 2 files").click();
  await expect(app.thread.getByText("File changes undone")).toBeVisible();
  await app.thread.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await app
    .card(/^You undid changes in /)
    .getByRole("button")
    .first()
    .click();
  await visit("undone");
}
