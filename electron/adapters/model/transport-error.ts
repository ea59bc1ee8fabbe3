// What it means that `fetch` or the reading of a body failed: no connection at all, a server that can never be spoken to, or a cut.
import { ConnectionFailed, RequestRejected, StreamDisconnected, errorMessage } from "../../runtime/errors";

/** The server was not reached: nobody there, no name, no way. */
const UNREACHED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "ETIMEDOUT",
]);

/** Asking again cannot help: the certificate is not trusted, or one side speaks TLS and the other does not. */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

/** `reached`: the response's headers have come. */
export function transportError(
  error: unknown,
  asked: { origin: string; reached: boolean },
): ConnectionFailed | RequestRejected | StreamDisconnected {
  const codes = errorCodes(error);
  const cause = { cause: error };
  const why = codes[0] ?? errorMessage(error);
  if (asked.reached) return new StreamDisconnected(`the stream from ${asked.origin} was cut (${why})`, cause);
  if (codes.some((code) => UNREACHED.has(code))) return new ConnectionFailed(`no connection to ${asked.origin} (${why})`, cause);
  if (codes.some((code) => UNTRUSTED.test(code))) {
    const action =
      "Check that the base URL begins with the right one of http:// and https://, and that this machine trusts the server's certificate.";
    return new RequestRejected({ code: "network", message: `no secure connection to ${asked.origin} (${why})`, action }, cause);
  }
  return new StreamDisconnected(`${asked.origin} closed the connection before it answered (${why})`, cause);
}

/** The codes of an error, of its causes and of the single attempts behind an AggregateError. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[error.cause, ...parts].flatMap((inner) => errorCodes(inner, depth + 1))];
}
