// How `npm start` starts: a pure decision from what is there. start.mjs finds the facts out and acts.

/**
 * @param {import("./choose-start.d.mts").StartFacts} facts
 * @returns {import("./choose-start.d.mts").StartChoice}
 */
export function chooseStart(facts) {
  const { kind, lines } = choose(facts);
  return { kind, lines: facts.isRoot ? lines.map((line) => line.replaceAll("sudo ", "")) : lines };
}

function choose({ hasDisplay, electron, browser }) {
  if (!hasDisplay) return { kind: "terminal", lines: [NO_DISPLAY, ...windowNeeds(electron, browser), IN_TERMINAL] };
  switch (electron.kind) {
    case "installed":
      return { kind: "electron", lines: [] };
    case "notFetched":
      return { kind: "fetchElectron", lines: ["Fetching Electron once (about 120 MB) …"] };
    case "unavailable":
      if (browser.kind === "found") return { kind: "browser", lines: [inBrowser(electron.reason, browser.file)] };
      return {
        kind: "terminal",
        lines: [
          `Electron could not be fetched (${electron.reason}); to try again: npx install-electron`,
          sentence(browser.advice),
          IN_TERMINAL,
        ],
      };
  }
}

const NO_DISPLAY =
  "No display (neither DISPLAY nor WAYLAND_DISPLAY is set). For the window start from a desktop session, or bring a virtual display with `sudo apt-get install xvfb` and start with `xvfb-run -a npm start`.";
const IN_TERMINAL = "Going on in this terminal: the same agent, without the window.";

function inBrowser(reason, file) {
  return `Electron could not be fetched (${reason}; to try again: npx install-electron): opening in ${file} through the stand-in host, without native menus.`;
}

function windowNeeds(electron, browser) {
  if (electron.kind === "installed" || browser.kind === "found") return [];
  return [`The window will also need Electron (\`npx install-electron\`) or a browser: ${browser.advice}.`];
}

function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
