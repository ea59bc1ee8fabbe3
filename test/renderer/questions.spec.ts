// Questions of the model: chosen or written, sent once, never by an input method's Enter; afterwards the answers are shown.
import { askedItem, pendingQuestions, questionCall, questionItem } from "./permission-moments";
import { request, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const snapshot: Snapshot = {
  items: [user("t1", 2, "Mend the readers"), questionItem, askedItem("q1", "userInput")],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: ["waitingOnApproval"] } }),
};

const answers = (view: WindowUnderTest) =>
  view.page.evaluate(() => window.fake.sent.filter(({ method }) => method === undefined).map(({ result }) => result));
const card = (view: WindowUnderTest) => view.page.getByRole("article", { name: /^Question: / });
const branch = (view: WindowUnderTest) => card(view).getByRole("textbox", { name: "Your answer" });

async function ask(view: WindowUnderTest): Promise<void> {
  await view.open({ snapshot });
  await view.push(request(pendingQuestions));
  await expect(card(view)).toBeFocused();
}

test("by the keyboard alone: an option, a text, and Enter sends when every question has its answer", async ({ view }) => {
  await ask(view);
  const { keyboard } = view.page;
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("ArrowDown");
  await expect(card(view).getByRole("radio", { name: /^All three/ })).toBeChecked();
  await expect(card(view)).toContainText("1 of 2 answered");
  await keyboard.press("Enter");
  await expect(branch(view)).toBeFocused();
  expect(await answers(view)).toEqual([]);
  await keyboard.type("fix/any");
  await keyboard.press("Enter");
  await expect.poll(() => answers(view)).toEqual([{ answers: { scope: ["All three"], branch: ["fix/any"] } }]);
  await keyboard.press("Enter");
  expect(await answers(view)).toHaveLength(1);
});

test("letters answer nothing, and writing chooses one's own words", async ({ view }) => {
  await ask(view);
  await view.page.keyboard.type("yan");
  await card(view).getByRole("textbox", { name: "Another answer" }).pressSequentially("any of them");
  await expect(card(view).getByRole("radio", { name: "Other", exact: true })).toBeChecked();
  expect(await answers(view)).toEqual([]);
  await card(view).getByRole("button", { name: "Send" }).click();
  await expect.poll(() => answers(view)).toEqual([{ answers: { scope: ["any of them"], branch: [] } }]);
});

test("Enter of an input method never sends", async ({ view }) => {
  await ask(view);
  await card(view).getByRole("radio", { name: /^Only/ }).check();
  await branch(view).fill("修正");
  for (const init of [{ isComposing: true }, { keyCode: 229 }])
    await branch(view).evaluate(
      (field, pressed) =>
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...pressed })),
      init,
    );
  await branch(view).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  expect(await answers(view)).toEqual([]);
  await branch(view).press("Enter");
  await expect.poll(() => answers(view)).toHaveLength(1);
});

test("without any answer Send does nothing; Leave unanswered tells the model so", async ({ view }) => {
  await ask(view);
  await card(view).getByRole("button", { name: "Send" }).press("Space");
  expect(await answers(view)).toEqual([]);
  await card(view).getByRole("button", { name: "Leave unanswered" }).click();
  await expect.poll(() => answers(view)).toEqual([{ answers: null }]);
});

test("what was chosen survives closing the card", async ({ view }) => {
  await ask(view);
  await branch(view).fill("fix/kept");
  const head = card(view).getByRole("button", { expanded: true });
  await head.click();
  await card(view).getByRole("button", { expanded: false }).click();
  await expect(branch(view)).toHaveValue("fix/kept");
});

test("a secret is not shown while it is typed, nor afterwards", async ({ view }) => {
  const questions = [{ id: "token", question: "Which token?", isSecret: true }];
  const written = { arguments: JSON.stringify({ questions }) };
  const call = questionCall(written);
  await view.open({ snapshot: { ...snapshot, items: [user("t1", 2, "Go"), call, askedItem("q1", "userInput")] } });
  await view.push(request({ ...pendingQuestions, questions } as typeof pendingQuestions));
  await expect(card(view).getByLabel("Your answer", { exact: true }).first()).toHaveAttribute("type", "password");
  const sequence = new Sequence(0);
  const decided = { decision: "accept", decidedBy: "person", answers: { token: ["s3cret"] } };
  await view.push(
    sequence.event("item/completed", { turnId: "t1", item: askedItem("q1", "userInput", decided) }),
    sequence.event("serverRequest/resolved", { requestId: "request-q1" }),
    sequence.event("item/completed", {
      turnId: "t1",
      item: questionCall({ ...written, status: "completed", outputLine: 8, output: "{}" }),
    }),
  );
  const closed = view.page.getByRole("article", { name: /^Which token\?, Done/ });
  await expect(closed).toContainText("Answerednot shown");
  await closed.getByRole("button", { expanded: false }).click();
  await expect(closed).toContainText("answered, not shown");
  await expect(view.page.getByText("s3cret")).toHaveCount(0);
});

test("afterwards the card says what was answered, and what was left", async ({ view }) => {
  await ask(view);
  const sequence = new Sequence(0);
  const decided = { decision: "accept", decidedBy: "person", answers: { scope: ["All three"], branch: [] } };
  await view.push(
    sequence.event("item/completed", { turnId: "t1", item: askedItem("q1", "userInput", decided) }),
    sequence.event("serverRequest/resolved", { requestId: "request-q1" }),
    sequence.event("item/completed", {
      turnId: "t1",
      item: questionCall({ status: "completed", outputLine: 8, output: "{}" }),
    }),
  );
  const closed = view.page.getByRole("article", { name: /^Which readers should be changed\?/ });
  await expect(closed).toContainText("AskedWhich readers should be changed? and 1 moreAnsweredAll three");
  await closed.getByRole("button", { expanded: false }).click();
  await expect(closed.locator(".answers")).toHaveText(
    "Which readers should be changed?All threeWhat should the branch be called?left unanswered",
  );
});
