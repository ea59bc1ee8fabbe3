// A translator's state at a checkpoint: as text, and the same again.
import { expect, test } from "vitest";
import { runOf, scan } from "../../../../electron/adapters/rollout/paging/rollout-run";
import { stateFromText, stateText } from "../../../../electron/adapters/rollout/paging/translator-text";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { generatedText } from "./generated-rollout";
import { readingOf } from "./reading";

test("what a translator knows after every record comes back from its text, and the text stays small", async () => {
  const { file, folder } = readingOf(generatedText({ form: "codex", seed: 3 }, 200_000));
  const source = await openSource(file.path, { cacheFolder: folder, findRollout: () => Promise.resolve(null) });
  const run = runOf(source);
  const translator = run.translator();
  let records = 0;
  for await (const batch of scan(run, { offset: 0, line: 1 })) {
    for (const scanned of batch) {
      translator.apply(scanned);
      records += 1;
      const text = stateText(run, translator);
      expect(stateFromText(text)).toEqual(translator.state);
      if (translator.isSettled) expect(text?.length).toBeLessThan(2000);
    }
  }
  await source.close();
  expect(records).toBeGreaterThan(100);
});
