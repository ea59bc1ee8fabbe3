import fc from "fast-check";
import { expect, test } from "vitest";
import { ClientMessageId } from "../../../shared/protocol/ids";
import {
  draftOf,
  type Drafts,
  keptText,
  withAccepted,
  withMoved,
  withRefused,
  withTextBefore,
  withSubmission,
  withText,
} from "../../../renderer/state/drafts";

const id = (text: string) => () => ClientMessageId.parse(text);
const written = (text: string): Drafts => withText({}, "k", text);

function sent(drafts: Drafts, clientId = "id-1"): Drafts {
  const taken = withSubmission(drafts, "k", id(clientId));
  if (taken === null) throw new Error("nothing was sent");
  return taken.drafts;
}

test("what is under way is still kept, and gone once it is accepted", () => {
  const sending = withText(sent(written("a")), "k", "b");
  expect(keptText(draftOf(sending, "k"))).toBe("a\n\nb");
  expect(keptText(draftOf(withAccepted(sending, "k"), "k"))).toBe("b");
});

test("nothing blank is sent, and nothing twice at once", () => {
  expect(withSubmission(written("  \n"), "k", id("x"))).toBeNull();
  expect(withSubmission(withText(sent(written("a")), "k", "b"), "k", id("x"))).toBeNull();
});

test("a refused text is back at the front with its reason, and goes out again under the same id", () => {
  const refused = withRefused(sent(written("a")), "k", "full");
  expect(draftOf(refused, "k")).toEqual({ text: "a", sending: null, refused: { text: "a", clientId: "id-1", why: "full" } });
  expect(withSubmission(refused, "k", id("id-2"))?.submission.clientId).toBe("id-1");
});

test("a text that was changed after a refusal is another submission", () => {
  const changed = withText(withRefused(sent(written("a")), "k", "full"), "k", "a!");
  expect(withSubmission(changed, "k", id("id-2"))?.submission.clientId).toBe("id-2");
});

test("words rescued from elsewhere stand before what was written since", () => {
  expect(draftOf(withTextBefore(written("since"), "k", "first"), "k").text).toBe("first\n\nsince");
});

test("a draft moves to its thread whole", () => {
  const moved = withMoved(sent(written("a")), "k", "thread");
  expect(draftOf(moved, "thread").sending?.text).toBe("a");
  expect(keptText(draftOf(moved, "k"))).toBe("");
});

test("whatever happens, every word is in the draft or was accepted", () => {
  const step = fc.constantFrom("write", "send", "accept", "refuse", "rescue");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let drafts: Drafts = {};
      let count = 0;
      const alive = new Set<string>();
      for (const action of steps) {
        count += 1;
        const draft = draftOf(drafts, "k");
        if (action === "write") {
          alive.add(`w${count}`);
          drafts = withText(drafts, "k", `${draft.text} w${count}`);
        } else if (action === "send") drafts = withSubmission(drafts, "k", id(`id-${count}`))?.drafts ?? drafts;
        else if (action === "accept") {
          for (const word of draft.sending?.text.split(/\s+/) ?? []) alive.delete(word);
          drafts = withAccepted(drafts, "k");
        } else if (action === "refuse") drafts = withRefused(drafts, "k", "no");
        else {
          alive.add(`r${count}`);
          drafts = withTextBefore(drafts, "k", `r${count}`);
        }
        expect(new Set(keptText(draftOf(drafts, "k")).split(/\s+/).filter(Boolean))).toEqual(alive);
      }
    }),
  );
});
