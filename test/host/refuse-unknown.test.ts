import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { refuseUnknown } from "./refuse-unknown";

class Thing extends EventEmitter {
  readonly #secret = 7;
  static make(): Thing {
    return new Thing();
  }
  secret(): number {
    return this.#secret;
  }
}
refuseUnknown("electron.Thing", Thing.prototype);
refuseUnknown("electron.Thing", Thing);

test("what is there works, private fields and inherited members included", () => {
  const thing = Thing.make();
  let heard = 0;
  thing.on("ping", () => (heard += 1));
  thing.emit("ping");
  expect([heard, thing.secret(), thing instanceof EventEmitter, String(thing)]).toEqual([1, 7, true, "[object Object]"]);
});

test("what is not there throws by name, on instances, classes and plain objects", () => {
  const member = (object: object, key: string): unknown => Reflect.get(object, key);
  expect(() => member(new Thing(), "fly")).toThrow("electron stand-in: electron.Thing.fly is not implemented by this host");
  expect(() => member(Thing, "all")).toThrow("electron stand-in: electron.Thing.all is not implemented by this host");
  expect(() => member(refuseUnknown("electron", {}), "tray")).toThrow(
    "electron stand-in: electron.tray is not implemented by this host",
  );
});

test("an object of the host can be awaited, looked into and replaced in part", async () => {
  const plain = refuseUnknown("electron.dialog", { ask: (): string => "native" });
  expect(await Promise.resolve(plain)).toBe(plain);
  expect(JSON.stringify(plain)).toBe("{}");
  expect("beep" in plain).toBe(false);
  plain.ask = () => "stubbed";
  expect(plain.ask()).toBe("stubbed");
});
