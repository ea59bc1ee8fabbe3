// Files that no program writes: the pages show what the whole file shows. Many more of them, damaged: test/properties/damaged-pages.property.test.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../support/temp-folder";
import { eras, linesOf, meta, said, wrapped } from "../reading/rollout-fixtures";
import { pageFaults } from "./page-faults";
import { randomRollout } from "./random-rollout";
import { wholeView } from "./reading";

const call = (id: string): string =>
  wrapped("response_item", { type: "function_call", name: "shell", arguments: "{}", call_id: id });

function written(text: string): { readonly path: string; readonly folder: string } {
  const folder = tempFolder();
  const path = join(folder, "rollout.jsonl");
  writeFileSync(path, text);
  return { path, folder };
}

test.each(["wrapped", "paginated", "own", "bare"] as const)("records of the form %s in any order", async (form) => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const file = written(randomRollout(form, seed, 900));
    expect(await pageFaults({ ...file, limit: 40, isAmbiguous: true })).toEqual([]);
  }
});

test("lines of ours that damage has doubled: no other item is lost", async () => {
  const more = Array.from({ length: 60 }, (_, n) => wrapped("response_item", { ...said("assistant", `n${n}`), id: `msg_${n}` }));
  const doubled = [...more.slice(0, 20), ...more.slice(5, 12), ...more.slice(20)];
  const file = written(linesOf([wrapped("session_meta", meta({ originator: "counterfoil", source: "cli" })), ...doubled]));
  expect((await wholeView(file.path, file.folder)).items).toHaveLength(67);
  expect(await pageFaults({ ...file, limit: 4, isAmbiguous: false })).toEqual([]);
});

test("an output of ours whose time was lost closes no call, on the pages neither", async () => {
  const output = wrapped("response_item", { type: "function_call_output", call_id: "call_1", output: "done" });
  const words = Array.from({ length: 420 }, (_, n) =>
    wrapped("response_item", { ...said("assistant", `n${n}`), id: `msg_${n}` }),
  );
  const head = wrapped("session_meta", meta({ originator: "counterfoil", source: "cli" }));
  const lost = output.replace('"timestamp"', '"time"');
  const file = written(linesOf([head, ...words.slice(0, 390), call("call_1"), lost, ...words.slice(390), output]));
  const { items } = await wholeView(file.path, file.folder);
  expect(items).toContainEqual(expect.objectContaining({ id: "call_1", status: "completed" }));
  expect(await pageFaults({ ...file, limit: 30, isAmbiguous: false })).toEqual([]);
});

test("a call that only the end of the file closes is aborted on every page, before the index as well", async () => {
  const start = (id: string): string => wrapped("event_msg", { type: "task_started", turn_id: id });
  const words = Array.from({ length: 30 }, (_, n) => wrapped("response_item", said("assistant", `n${n} ${"x".repeat(9000)}`)));
  const file = written(linesOf([...eras.wrapped, start("t2"), call("call_left"), ...words]));
  expect((await wholeView(file.path, file.folder)).items).toContainEqual(expect.objectContaining({ status: "aborted" }));
  expect(await pageFaults({ ...file, limit: 10, isAmbiguous: false })).toEqual([]);
});
