// A door in a script: what stands behind it waits until the test opens it.

export interface Gate {
  readonly kind: "gate";
  readonly isOpen: boolean;
  open(): void;
  /** Resolves once the script has come to the gate: everything before it has been sent. */
  readonly reached: Promise<void>;
  /** For the one who plays the script: says that the gate is reached, and resolves once it is open. */
  pass(): Promise<void>;
}

export function gate(): Gate {
  const reached = latch();
  const opened = latch();
  return {
    kind: "gate",
    get isOpen() {
      return opened.isSet;
    },
    open: opened.set,
    reached: reached.promise,
    pass: () => {
      reached.set();
      return opened.promise;
    },
  };
}

function latch(): { promise: Promise<void>; set: () => void; readonly isSet: boolean } {
  let isSet = false;
  let resolvePromise: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (resolvePromise = resolve));
  return {
    promise,
    set: () => {
      isSet = true;
      resolvePromise();
    },
    get isSet() {
      return isSet;
    },
  };
}
