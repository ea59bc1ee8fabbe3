// The app as a person has it before them: its window, what they can do in it, and the files they could look into.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, type ElectronApplication, type Locator, type Page } from "playwright/test";
import { type DiskLine, isTurnEnd, kindOf, queuedInFile, rolloutFiles, rolloutLines } from "./rollout-lines";

export interface AppPlaces {
  readonly home: string;
  readonly workspace: string;
}

export class OpenApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly home: string;
  readonly workspace: string;
  readonly thread: Locator;
  readonly composer: Locator;
  readonly sidebar: Locator;
  /** The strip above the composer; not there while nothing is queued. */
  readonly queue: Locator;
  /** Of the whole turn. */
  readonly stop: Locator;
  /** Kept from the start: a closed application no longer gives it. */
  readonly process: ChildProcess;
  readonly #stderr: string[] = [];
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(electron: ElectronApplication, page: Page, { home, workspace }: AppPlaces) {
    this.electron = electron;
    this.page = page;
    this.process = electron.process();
    this.home = home;
    this.workspace = workspace;
    this.thread = page.getByRole("region", { name: "Thread" });
    this.composer = page.getByRole("textbox", { name: "Your input" });
    this.sidebar = page.getByRole("region", { name: "Session list" });
    this.queue = page.getByRole("region", { name: "Queue" });
    this.stop = page.getByRole("button", { name: /^Stop( ?Esc)?$/ });
    electron
      .process()
      .stderr?.setEncoding("utf8")
      .on("data", (text: string) => this.#stderr.push(text));
    page.on("pageerror", (error) => this.#problems.push(`page error: ${error.stack ?? error.message}`));
    page.on("crash", () => this.#problems.push("the page crashed"));
    page.on("console", (said) => {
      if (said.type() === "error" || said.type() === "warning") this.#problems.push(`console ${said.type()}: ${said.text()}`);
    });
  }

  /** Page errors, refused scripts and connections, and console errors so far that no test has expected. */
  get problems(): string[] {
    return this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  get stderr(): string {
    return this.#stderr.join("");
  }

  /** A problem that the test causes on purpose. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What the folder dialog answers from now on; null: the person thinks better of it. */
  async answerFolderDialog(folder: string | null): Promise<void> {
    await this.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
    }, folder);
  }

  async openFolder(folder = this.workspace): Promise<void> {
    await this.answerFolderDialog(folder);
    await this.page.keyboard.press("ControlOrMeta+o");
    // A narrow window shows the folder's name alone.
    await expect(this.page.getByRole("main").getByText(folder, { exact: true })).toBeAttached();
  }

  /** The only one in the list. */
  async openSession(): Promise<void> {
    await this.sidebar.locator("[data-session]").click();
    await expect(this.thread).toBeVisible();
  }

  /** Starts a turn, or is queued behind the one that runs. */
  async ask(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  /** Into the turn that runs. */
  async steer(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("ControlOrMeta+Enter");
    await expect(this.composer).toHaveValue("");
  }

  /** A button of a queued entry: `Send now`, `Edit`, `Move up`, `Move down`, `Remove`. */
  queued(act: string, text: string): Locator {
    return this.queue.getByRole("button", { name: `${act}: ${text}` });
  }

  /** Waits until the strip shows these entries in this order, and the newest file says the same. */
  async queueIs(texts: readonly string[]): Promise<void> {
    await expect(this.queue.locator("li > .text")).toHaveText([...texts]);
    expect(queuedInFile(this.lines())).toEqual(texts);
  }

  /** The card of a call: `Ran npm test, Exit 0`, `Approval: Run npm test, Waiting for you`. */
  card(name: RegExp | string): Locator {
    return this.thread.getByRole("article", { name });
  }

  button(name: RegExp | string): Locator {
    return this.page.getByRole("button", { name });
  }

  /** The entry of the thread that shows what stands in a line of the file. */
  entry(line: number): Locator {
    return this.thread.locator("[data-row]").filter({ has: this.page.getByText(`line ${line}`, { exact: true }) });
  }

  /** Waits until the turn with this number, from 1, has ended in the newest file and its line on screen says how. */
  async turnEnds(turn: number, words: RegExp | string): Promise<DiskLine> {
    const end = await this.line((lines) => lines.filter(isTurnEnd)[turn - 1]);
    await expect(this.entry(end.number).getByText(words)).toBeVisible();
    return end;
  }

  /** The newest session's file. */
  rollout(): string {
    const file = rolloutFiles(this.home).at(-1);
    if (file === undefined) throw new Error(`no session file in ${this.home}`);
    return file;
  }

  lines(file = this.rollout()): DiskLine[] {
    return rolloutLines(file);
  }

  kinds(file = this.rollout()): string[] {
    return this.lines(file).map(kindOf);
  }

  /** Waits until the newest file has such a line. */
  async line(find: (lines: readonly DiskLine[]) => DiskLine | undefined): Promise<DiskLine> {
    let found: DiskLine | undefined;
    await expect
      .poll(() => {
        const file = rolloutFiles(this.home).at(-1);
        found = file === undefined ? undefined : find(rolloutLines(file));
        return found !== undefined;
      })
      .toBe(true);
    if (found === undefined) throw new Error("unreachable: polled until it was found");
    return found;
  }

  /** A command that the page itself never sends, as another program would send it through its own door. */
  async command(method: string, params: object): Promise<unknown> {
    return this.page.evaluate(
      ([name, values]) => {
        const bridge: { send(command: unknown): Promise<unknown> } = Reflect.get(window, "agent");
        return bridge.send({ id: `test-${Date.now()}`, method: name, params: values });
      },
      [method, params] as const,
    );
  }

  /** The id of the newest session. */
  threadId(): string {
    const [meta] = this.lines();
    const id = meta?.payload["id"];
    if (typeof id !== "string") throw new Error("the newest file does not begin with session_meta");
    return id;
  }

  /** Chooses an entry of the app's menu by its id. */
  async chooseMenu(id: string): Promise<void> {
    await this.electron.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
  }

  async close(): Promise<void> {
    await this.electron.close();
  }

  /** As a power cut would end it. */
  async kill(): Promise<void> {
    const isOver = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await isOver;
  }

  isRunning(): boolean {
    const { exitCode, signalCode } = this.process;
    return exitCode === null && signalCode === null;
  }

  /** A picture of this moment under test-results/screens. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join("test-results/screens", `${name}.png`), animations: "disabled" });
  }
}
