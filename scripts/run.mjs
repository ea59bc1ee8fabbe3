// node scripts/run.mjs headless|exec [args]: the program, built first when needed.
import { programs } from "./parts.mjs";
import { runProgram } from "./run-program.mjs";

const [name, ...rest] = process.argv.slice(2);
if (name !== "headless" && name !== "exec") {
  console.error(
    `run: which program? headless or exec, not ${name ?? "nothing"} (${Object.keys(programs).join(", ")} can be built)`,
  );
  process.exit(2);
}
await runProgram(name, rest[0] === "--" ? rest.slice(1) : rest);
