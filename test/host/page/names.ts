// What the host and the scripts in the page call each other.

/** The isolated world of the preload script: it shares the document with the page and nothing else. */
export const PRELOAD_WORLD = "Electron Isolated Context";
/** Function in the preload's world, given by Chromium: a text for the host. */
export const REPORT_BINDING = "__hostReport";
/** Function in the preload's world, called by the host: a batch of texts. */
export const RECEIVE_FUNCTION = "__hostReceive";

/** From the page to the host, as `codec` text. */
export type PageReport =
  | { readonly kind: "invoke"; readonly id: number; readonly channel: string; readonly arguments: readonly unknown[] }
  | { readonly kind: "open"; readonly url: string; readonly name: string; readonly features: string }
  | { readonly kind: "resized" }
  | { readonly kind: "preload-failed"; readonly error: string };

/** From the host to the page, as `codec` text. */
export type PageDelivery =
  | { readonly kind: "event"; readonly channel: string; readonly arguments: readonly unknown[] }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly error: string };
