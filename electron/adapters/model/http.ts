// The part of `fetch` that the model client needs. `http-client.ts` and the embedded demo have this shape, and so has the web's `fetch`.

export interface HttpRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Rejects when the signal aborts or the server cannot be reached; afterwards an abort ends the body with an error. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;
