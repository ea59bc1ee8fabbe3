// Rollouts opened by their path: dropped, chosen, handed over by the system, opened before; and what is exported and imported.
import { listed } from "./past-list";
import { agent, resumed, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const PATH = "/home/mara/dropped/rollout-1.jsonl";
const foreign = thread({
  id: "file-1",
  preview: "Ring buffer",
  path: PATH,
  source: "codex_cli_rs",
  readOnly: true,
  origin: "file",
});
const snapshot = { items: [user("t1", 2, "Hello"), agent("t1", 3, "Hi")], turns: [turn("t1", { status: "completed" })] };
const opens = { "thread/resume": resumed({ ...snapshot, thread: foreign }) };
const title = ({ page }: WindowUnderTest) => page.getByRole("heading", { level: 1 });
const dialog = ({ page }: WindowUnderTest) => page.getByRole("dialog", { name: "Export" });

async function drag(view: WindowUnderTest, type: "dragover" | "drop", names: readonly string[]): Promise<void> {
  await view.page.evaluate(
    ({ event, files }) => {
      const dataTransfer = new DataTransfer();
      for (const name of files) dataTransfer.items.add(new File(["{}"], name));
      const target = document.querySelector("main") ?? document.body;
      target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { event: type, files: names },
  );
}

test("a file that is dragged over the window is shown where it goes; dropped, it opens and is remembered", async ({ view }) => {
  await view.open({ results: opens });
  await drag(view, "dragover", ["rollout-1.jsonl"]);
  await expect(view.page.getByText("Drop to open as a session.")).toBeVisible();
  await drag(view, "drop", ["rollout-1.jsonl"]);
  await expect(view.page.getByText("Drop to open as a session.")).toHaveCount(0);
  await expect(title(view)).toHaveText("Ring buffer");
  expect(await view.sent("thread/resume")).toMatchObject([{ path: PATH }]);
  await expect.poll(() => view.sent("recent/add")).toEqual([{ path: PATH }]);
});

test("of several files the first that may be a session is opened, and that is said", async ({ view }) => {
  await view.open({ results: opens });
  await drag(view, "drop", ["picture.png", "rollout-1.jsonl", "rollout-2.jsonl.zst"]);
  await expect(view.page.getByText("Opened “rollout-1.jsonl”, the first of 3 files. Drop the others one by one.")).toBeVisible();
  expect(await view.sent("thread/resume")).toMatchObject([{ path: PATH }]);
});

test("dragged text is left to the field it is dropped on", async ({ view }) => {
  await view.open();
  const isTaken = await view.page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "words");
    const event = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(isTaken).toBe(false);
});

test("a file that is no session is refused in words; what is open stays, and nothing is remembered", async ({ view }) => {
  await view.open({ snapshot });
  await view.page.evaluate(() =>
    window.fake.refuse(
      "thread/resume",
      "notARollout",
      "This is a picture, not a session. Sessions are .jsonl files; choose one of those.",
    ),
  );
  await drag(view, "drop", ["picture.png"]);
  await expect(view.page.getByText("This is a picture, not a session.")).toBeVisible();
  await expect(title(view)).toHaveText("Last reading goes missing");
  expect(await view.sent("recent/add")).toEqual([]);
});

test("Ctrl Shift O and the first page choose a file", async ({ view }) => {
  await view.open({ results: { ...opens, "file/choose": { path: PATH } } });
  await view.page.keyboard.press("Control+Shift+O");
  await expect(title(view)).toHaveText("Ring buffer");
  await view.page.keyboard.press("Control+n");
  await view.page.getByRole("button", { name: /Open a past session/ }).click();
  await expect.poll(() => view.sent("file/choose")).toEqual([{ purpose: "openRollout" }, { purpose: "openRollout" }]);
});

test("files that were opened before are on the first page", async ({ view }) => {
  await view.open({ results: { ...opens, "recent/read": { paths: [PATH] } } });
  await view.page.getByRole("region", { name: "Opened before" }).getByRole("button", { name: "rollout-1.jsonl" }).click();
  await expect(title(view)).toHaveText("Ring buffer");
});

test("the system hands over a file or a link", async ({ view }) => {
  await view.open({ results: opens });
  await view.push({ method: "window/open", params: { path: PATH } });
  await expect(title(view)).toHaveText("Ring buffer");
  await view.push({ method: "window/open", params: { threadId: "other" } });
  await expect.poll(() => view.sent("thread/resume")).toMatchObject([{ path: PATH }, { threadId: "other" }]);
});

test("an exported session of ours can be imported", async ({ view }) => {
  const exported = { ...foreign, source: "counterfoil" };
  await view.open({
    results: {
      "thread/resume": resumed({ ...snapshot, thread: exported }),
      "thread/import": { thread: thread({ id: "imported" }) },
    },
  });
  await drag(view, "drop", ["rollout-1.jsonl"]);
  await view.page.getByRole("button", { name: "Import as a session" }).click();
  await expect.poll(() => view.sent("thread/import")).toEqual([{ path: PATH }]);
  await expect.poll(() => view.sent("thread/resume")).toContainEqual(expect.objectContaining({ threadId: "imported" }));
});

test("one of another program is not offered for import", async ({ view }) => {
  await view.open({ results: opens });
  await drag(view, "drop", ["rollout-1.jsonl"]);
  await expect(title(view)).toHaveText("Ring buffer");
  await expect(view.page.getByRole("button", { name: "Import as a session" })).toHaveCount(0);
});

test.describe("export", () => {
  const nothing = { "thread/export/check": { findings: [], isWhole: true, title: "Tides: a/b?" } };

  async function open(view: WindowUnderTest, results: Readonly<Record<string, unknown>>): Promise<void> {
    await view.open({ results: { ...listed([thread({ preview: "Tides: a/b?" })]), ...nothing, ...results } });
    await view.page.getByRole("button", { name: "Tides: a/b?" }).focus();
    await view.page.keyboard.press("Shift+F10");
    await view.page.getByRole("menuitem", { name: "Export" }).click();
  }

  test("says first what looks like a secret, masked", async ({ view }) => {
    const findings = [{ kind: "GitHub token", itemId: "i1", line: 61, excerpt: "ghp_4f……9k" }];
    await open(view, { "thread/export/check": { findings, isWhole: false, title: "Tides: a/b?" } });
    await expect(dialog(view)).toContainText("One thing looks like a secret.");
    await expect(dialog(view).getByRole("listitem")).toHaveText(["GitHub tokenghp_4f……9kline 61"]);
    await expect(dialog(view)).toContainText("There is more than is listed here.");
  });

  test("a secret in the session's name is masked in the card and in the name of the file", async ({ view }) => {
    const findings = [{ kind: "GitHub token", excerpt: "ghp_4f…9k" }];
    await view.open({
      results: {
        ...listed([thread({ preview: "Tides: a/b?", name: "Try ghp_4f0123456789k" })]),
        "thread/export/check": { findings, isWhole: true, title: "Try ghp_4f…9k" },
        "file/choose": { path: null },
      },
    });
    await view.page.getByRole("button", { name: "Try ghp_4f0123456789k" }).focus();
    await view.page.keyboard.press("Shift+F10");
    await view.page.getByRole("menuitem", { name: "Export" }).click();
    await expect(dialog(view).getByRole("listitem")).toHaveText(["GitHub tokenghp_4f…9kin its name"]);
    await expect(dialog(view).locator(".dialog-subject")).toHaveText("Try ghp_4f…9k");
    await expect(dialog(view)).not.toContainText("ghp_4f0123456789k");
    await dialog(view).getByRole("button", { name: "Save…" }).click();
    await expect.poll(() => view.sent("file/choose")).toEqual([{ purpose: "saveExport", suggestedName: "Try ghp_4f…9k.md" }]);
  });

  test("saves in the chosen form, under a name every system takes, and says where", async ({ view }) => {
    await open(view, {
      "file/choose": { path: "/tmp/x.html" },
      "thread/export": { outcome: "written", file: "/tmp/x.html", bytes: 96_000 },
    });
    await expect(dialog(view)).toContainText("Nothing that looks like a secret was found.");
    await dialog(view).getByRole("radio", { name: "Web page" }).check();
    await dialog(view).getByRole("button", { name: "Save…" }).click();
    await expect(dialog(view)).toContainText("Saved, 96 KB: /tmp/x.html");
    expect(await view.sent("file/choose")).toEqual([{ purpose: "saveExport", suggestedName: "Tides a b.html" }]);
    expect(await view.sent("thread/export")).toEqual([{ threadId: "thread-1", format: "html", file: "/tmp/x.html" }]);
  });

  test("a file that is there already is replaced only after asking", async ({ view }) => {
    await open(view, { "file/choose": { path: "/tmp/x.md" } });
    await view.page.evaluate(() => window.fake.answer("thread/export", { outcome: "exists", file: "/tmp/x.md" }));
    await dialog(view).getByRole("button", { name: "Save…" }).click();
    await expect(dialog(view)).toContainText("/tmp/x.md is there already. Replace it?");
    await view.page.evaluate(() => window.fake.answer("thread/export", { outcome: "written", file: "/tmp/x.md", bytes: 10 }));
    await dialog(view).getByRole("button", { name: "Replace it" }).click();
    await expect(dialog(view)).toContainText("Saved, 10 bytes");
    expect((await view.sent("thread/export")).at(-1)).toEqual({
      threadId: "thread-1",
      format: "markdown",
      file: "/tmp/x.md",
      canReplace: true,
    });
  });

  test("a failure is told in the card, and it can be tried again", async ({ view }) => {
    await open(view, { "file/choose": { path: "/tmp/x.md" } });
    await view.page.evaluate(() => window.fake.refuse("thread/export", "storage", "the disk is full"));
    await dialog(view).getByRole("button", { name: "Save…" }).click();
    await expect(dialog(view).getByRole("alert")).toHaveText("It was not saved: the disk is full");
    await expect(dialog(view).getByRole("button", { name: "Save…" })).toBeEnabled();
  });
});
