// The two scripts that Chromium runs before a page's own.
import { readFileSync } from "node:fs";
import { source as mainWorld } from "../page/main-world.ts?page-script";
import { source as preloadWorld } from "../page/preload-world.ts?page-script";
import { say } from "../report";

/** Defines what the preload exposes; no name of the host stays visible to the page. */
export function mainWorldSource(token: string): string {
  return inOwnScope(mainWorld, JSON.stringify({ token }));
}

/** The preload stands in it as a function's body: the page's policy forbids making code from text later. */
export function preloadWorldSource(token: string, preloadFile: string | undefined): string {
  const options = JSON.stringify({
    token,
    process: { platform: process.platform, versions: process.versions },
    fileFolder: process.env["ELECTRON_HOST_FILE_FOLDER"],
  });
  const preload = preloadFile === undefined ? undefined : readPreload(preloadFile);
  return inOwnScope(
    preloadWorld,
    `${options}, ${preload === undefined ? "null" : `function (require, process, module, exports) {${preload}\n}`}`,
  );
}

function inOwnScope(source: string, startArguments: string): string {
  return `(() => {\n${source}\npageScript.start(${startArguments});\n})();`;
}

function readPreload(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    say(`unable to load preload script ${file}: ${String(error)}`);
    return undefined;
  }
}
