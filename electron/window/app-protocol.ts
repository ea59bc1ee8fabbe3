// Serves the renderer's bundle at app://bundle/ with its security headers. There is no file:// and no other host.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { CustomScheme, Protocol } from "electron";
import { APP_SCHEME, isAppUrl } from "./app-url";

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".map": "application/json",
};

/** To be registered before the app is ready: a standard, secure origin of its own. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

export function serveApp(protocol: Pick<Protocol, "handle">, folder: string): void {
  protocol.handle(APP_SCHEME, (request) => respond(request, folder));
}

/** Answers one request for a file of `folder`: 405 for a method that is not GET, 400 for an address outside the folder, 404 for no file. */
export async function respond(request: Pick<Request, "url" | "method">, folder: string): Promise<Response> {
  if (request.method !== "GET") return refusal(405);
  const file = appFile(request.url, folder);
  if (file === null) return refusal(400);
  const content = await readFile(file).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
  if (content === null) return refusal(404);
  return new Response(new Uint8Array(content), {
    headers: headers(CONTENT_TYPES[path.extname(file)] ?? "application/octet-stream"),
  });
}

/** The file of `folder` that an address names, or null if it names none: another host, a bad escape, a path that leaves the folder. */
export function appFile(address: string, folder: string): string | null {
  if (!isAppUrl(address)) return null;
  const name = decode(new URL(address).pathname);
  if (name === null || name.includes("\0") || name.includes("\\")) return null;
  const file = path.resolve(folder, `.${name === "/" || name === "" ? "/index.html" : name}`);
  const relative = path.relative(folder, file);
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? null : file;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR" || error.code === "ENOTDIR")
  );
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: headers("text/plain") });
}

function headers(contentType: string): Record<string, string> {
  return { "content-type": contentType, "content-security-policy": CONTENT_SECURITY_POLICY, "x-content-type-options": "nosniff" };
}
