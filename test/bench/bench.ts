// npm run bench: the built headless program against the scripted server, on this machine, as one table; `npm run bench -- past flood` measures only
// these. Figures are only good beside those of the same run: "Node's own empty start" is measured in it, so that a noisy machine shows.
import { cpus, loadavg } from "node:os";
import { flood, latency } from "./deltas";
import { dispatch } from "./dispatch";
import { grep } from "./grep";
import { interrupt } from "./interrupt";
import { past } from "./past";
import { sessionContinuing } from "./session-continuing";
import { sessionList } from "./session-list";
import { sessionSearch } from "./session-search";
import { sessions, sessionsHuge } from "./sessions";
import { shellCalls } from "./shell-calls";
import { start } from "./start";
import { printTable, type Row } from "./table";
import { turns } from "./turns";
import { removeFolders } from "./with-program";

const measures = new Map<string, () => Promise<Row[]>>(
  Object.entries({
    ...{ start, turns, past, shell: shellCalls, grep, dispatch, interrupt, flood, latency },
    sessions: async () => [
      ...(await sessions()),
      ...(await sessionContinuing()),
      ...(await sessionList()),
      ...(await sessionSearch()),
    ],
    ...{ sessionContinuing, sessionList, sessionSearch, sessionsHuge },
  }),
);
/** Part of another one, or too large to be measured unasked. */
const unasked = ["sessionContinuing", "sessionList", "sessionSearch", "sessionsHuge"];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...measures.keys()].filter((name) => !unasked.includes(name));
const before = load();
const startedAt = performance.now();
const rows: Row[] = [];
for (const name of wanted) {
  const measure = measures.get(name);
  if (measure === undefined) throw new Error(`there is no measure ${name}; there are ${[...measures.keys()].join(", ")}`);
  rows.push(...(await measure()));
}
removeFolders();
const seconds = Math.round((performance.now() - startedAt) / 1000);
const [cpu] = cpus();
console.log(`${cpus().length} × ${cpu?.model ?? "unknown CPU"}, Node ${process.versions.node}; median (lowest–highest)`);
console.log(`load average ${before} before and ${load()} after the ${seconds} s of measuring\n`);
printTable(rows);

/** How many programs ran or wanted to, on average over the last minute. */
function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}
