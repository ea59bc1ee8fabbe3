// How `npm start` starts: a pure decision from what is there. start.mjs finds the facts out and acts.

/**
 * @param {import("./choose-start.d.mts").StartFacts} facts
 * @returns {import("./choose-start.d.mts").StartChoice}
 */
export function chooseStart(facts) {
  const { kind, lines } = choose(facts);
  return { kind, lines: facts.isRoot ? lines.map((line) => line.replaceAll("sudo ", "")) : lines };
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * What `note`, left by a fetch that failed, still says: for a day it is not tried again at each start. Null: nothing, so try.
 * @param {string} note
 * @param {number} nowMs
 * @returns {{ kind: "unavailable", reason: string } | null}
 */
export function recallFailure(note, nowMs) {
  const { atMs, reason } = parseNote(note);
  const isRecent = typeof atMs === "number" && atMs <= nowMs && nowMs - atMs < DAY_MS;
  return isRecent && typeof reason === "string" ? { kind: "unavailable", reason } : null;
}

/** A note that is not ours says nothing. */
function parseNote(note) {
  try {
    return Object(JSON.parse(note));
  } catch {
    return {};
  }
}

function choose({ hasDisplay, electron, browser, folder }) {
  if (!hasDisplay) return { kind: "terminal", lines: [NO_DISPLAY, ...windowNeeds(electron, browser), IN_TERMINAL] };
  switch (electron.kind) {
    case "installed":
      return { kind: "electron", lines: [] };
    case "notFetched":
      return { kind: "fetchElectron", lines: ["Fetching Electron once (about 120 MB) …"] };
    case "unavailable":
      if (browser.kind === "found") return { kind: "browser", lines: [inBrowser(electron.reason, browser.file, folder)] };
      return {
        kind: "terminal",
        lines: [`Electron could not be fetched (${electron.reason}). ${AGAIN}.`, sentence(browser.advice), IN_TERMINAL],
      };
  }
}

const NO_DISPLAY = "No display, so no window: start it from a desktop session, or over `ssh -X`, for one.";
const IN_TERMINAL = "Going on in this terminal: the same agent, without the window.";
const AGAIN = "To try again: npx install-electron, with ELECTRON_MIRROR or a proxy where the network needs one";

function inBrowser(reason, file, folder) {
  return `Electron could not be fetched (${reason}). ${AGAIN}. Opening in ${file} through the stand-in host, without native menus and dialogs: "Open a folder" opens ${folder}; for another, ELECTRON_HOST_OPEN_DIALOG=/path npm start.`;
}

function windowNeeds(electron, browser) {
  if (electron.kind === "installed" || browser.kind === "found") return [];
  return [`The window will also need Electron (\`npx install-electron\`) or a browser: ${browser.advice}.`];
}

function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
