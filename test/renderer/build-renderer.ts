// Builds the window once for all specs and serves it while they run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { serveRenderer } from "./serve-renderer";

// eslint-disable-next-line no-restricted-syntax -- Playwright calls the default export
export default async function buildRenderer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-renderer-"));
  const root = join(import.meta.dirname, "../../renderer");
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn", build: { outDir: folder } });
  const { server, url } = await serveRenderer(folder);
  process.env["RENDERER_URL"] = url;
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  };
}
