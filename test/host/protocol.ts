// `protocol`: which schemes the app owns and who answers their requests.
import type { Protocol } from "electron";
import { refuseUnknown } from "./refuse-unknown";

export type SchemeHandler = Parameters<Protocol["handle"]>[1];

export class HostProtocol implements Pick<Protocol, "registerSchemesAsPrivileged" | "handle"> {
  readonly #isAppReady: () => boolean;
  readonly #schemes = new Set<string>();
  readonly #handlers = new Map<string, SchemeHandler>();

  constructor(isAppReady: () => boolean) {
    this.#isAppReady = isAppReady;
  }

  registerSchemesAsPrivileged(schemes: { readonly scheme: string }[]): void {
    if (this.#isAppReady()) throw new Error("protocol.registerSchemesAsPrivileged should be called before app is ready");
    for (const { scheme } of schemes) this.#schemes.add(scheme);
  }

  handle(scheme: string, handler: SchemeHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (!this.#schemes.has(scheme))
      throw new Error(`electron stand-in: register the scheme ${scheme} as privileged before handling it`);
    this.#handlers.set(scheme, handler);
  }

  /** The host's own question. */
  isCustomScheme(scheme: string): boolean {
    return this.#schemes.has(scheme);
  }

  /** The host's own question. */
  handlerOf(scheme: string): SchemeHandler | undefined {
    return this.#handlers.get(scheme);
  }
}
refuseUnknown("electron.protocol", HostProtocol.prototype);
