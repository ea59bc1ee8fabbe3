// A member that this host lacks throws by its name. Silence would let a program believe in an API that is not there.

/** Asked for by `await`, JSON and module loaders of any object; their absence is an answer. */
const PROBES = new Set(["then", "toJSON", "__esModule", "default"]);

/**
 * From now on reading a member that `object` does not have throws. Works on a plain object, a prototype and a constructor
 * alike: the refusal sits at the end of the prototype chain, so private fields and `instanceof` are not disturbed.
 */
export function refuseUnknown<T extends object>(name: string, object: T): T {
  const parent: object = Object.getPrototypeOf(object);
  // A constructor's parent must stay callable; an object's parent must stay in the chain for `instanceof`.
  const refusing = new Proxy(typeof parent === "function" ? parent : (Object.create(parent) as object), {
    get(target, key, receiver): unknown {
      if (typeof key === "symbol" || key in target || PROBES.has(key)) return Reflect.get(target, key, receiver);
      throw new Error(`electron stand-in: ${name}.${key} is not implemented by this host`);
    },
  });
  Object.setPrototypeOf(object, refusing);
  return object;
}
