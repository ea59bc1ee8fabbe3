// Something that several wait for, and one tells.

export interface Signal {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function signal(): Signal {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
