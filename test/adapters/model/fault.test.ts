import { describe, expect, it } from "vitest";
import { readFault, readFaultBody, readFaultText } from "../../../electron/adapters/model/fault";

const http = { status: 400, retryAfterMs: null };
const inStream = { status: null, retryAfterMs: null };

describe("fault: the forms in which servers put an error", () => {
  it("reads an error object, an error text, a flat error and a detail", () => {
    expect(readFault({ error: { message: "m", code: "c", type: "t" } }, http)).toEqual({
      ...http,
      codes: ["c", "t"],
      message: "m",
    });
    expect(readFault({ error: "m" }, http)).toMatchObject({ message: "m" });
    expect(readFault({ object: "error", message: "m", type: "BadRequestError", code: 400 }, http)).toMatchObject({
      message: "m",
    });
    expect(readFault({ detail: [{ loc: ["body"], msg: "m" }] }, http)).toMatchObject({ message: '[{"loc":["body"],"msg":"m"}]' });
  });

  it("leaves out what has the wrong type", () => {
    expect(readFault({ error: { message: 5, code: {}, type: [] } }, http)).toEqual({ ...http, codes: [], message: "" });
    expect(readFault(null, http)).toEqual({ ...http, codes: [], message: "" });
  });

  it("takes a code that is a status for the status, in a stream only", () => {
    expect(readFault({ error: { message: "m", code: 429 } }, inStream)).toMatchObject({ status: 429, codes: ["429"] });
    expect(readFault({ error: { message: "m", code: "429" } }, inStream)).toMatchObject({ status: 429 });
    expect(readFault({ error: { message: "m", code: 42 } }, inStream)).toMatchObject({ status: null });
    expect(readFault({ error: { message: "m", code: 429 } }, http)).toMatchObject({ status: 400 });
  });

  it("reads plain words, and a page by its title", () => {
    expect(readFaultText('{"unknown":1}', http)).toMatchObject({ message: '{"unknown":1}' });
    expect(readFaultText("plain words", http)).toMatchObject({ message: "plain words" });
    expect(readFaultText("<!DOCTYPE html><html><title>Bad gateway</title><body>…", http)).toMatchObject({
      message: 'an HTML page "Bad gateway"',
    });
  });

  it("finds an error in a body that was to be a stream, and nothing else", () => {
    expect(readFaultBody(' {"error":"no"}\n', inStream)).toMatchObject({ message: "no" });
    expect(readFaultBody('{"error":{"code":502,"message":"no"}}', inStream)).toMatchObject({ status: 502, message: "no" });
    for (const body of ["", '{"id":"resp_1"}', '{"error":', "<html>error</html>", '["error"]', "error"]) {
      expect(readFaultBody(body, inStream)).toBeNull();
    }
  });
});
