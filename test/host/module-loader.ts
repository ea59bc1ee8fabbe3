// Node's own loader, taught one name: `require("electron")` gives the host's module, wherever it is asked for.
import Module from "node:module";

interface Loader {
  _load: (request: string, parent: unknown, isMain: boolean) => unknown;
}

// Node documents no hook for CommonJS that works on every line this host supports; the loader's own function is one since ever.
const loader = Module as unknown as Loader;
const ELECTRON = /^electron(\/main|\/common)?$/;

export function provideElectron(electron: object): void {
  const load = loader._load.bind(Module);
  loader._load = (request, parent, isMain) => (ELECTRON.test(request) ? electron : load(request, parent, isMain));
}

/** Loads a CommonJS file. As the main module it is `require.main`. */
export function loadFile(file: string, role: "main" | "required"): void {
  loader._load(file, null, role === "main");
}
