import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AnyLocator, AnyPage, Cookie, Role } from "../../tests/e2e/setup/any-page.ts";
import { type FindStep, findElements, type TextPattern } from "./find.ts";
import { call, callOn, enterValue, forgetKept, look } from "./in-page.ts";
import type { BrowserSession } from "./session.ts";

const TIMEOUT_MS = 30_000;
/** Longer text is entered at once, since typing it takes long. */
const LONGEST_TYPED = 80;

/** A page of Firefox or WebKit with the methods of Playwright's that the states and the walks use. */
export class EnginePage implements AnyPage {
  #session: BrowserSession;
  #url: string;

  constructor(session: BrowserSession, url: string) {
    this.#session = session;
    this.#url = url;
  }

  /** Waits until script has enhanced the page, if it does. */
  async goto(path: string): Promise<void> {
    await this.#session.goto(new URL(path, this.#url).href);
  }

  context() {
    return {
      /** Clears everything else that pages have stored, too, as Playwright uses a new context for each state. */
      clearCookies: async () => {
        await this.#session.evaluate(call(forgetKept));
        await this.#session.clearCookies();
      },
      addCookies: (cookies: Cookie[]) => this.#session.addCookies(cookies),
    };
  }

  locator(css: string): AnyLocator {
    return this.#all().locator(css);
  }
  getByRole(role: Role, options?: { name?: string | RegExp; exact?: boolean }): AnyLocator {
    return this.#all().getByRole(role, options);
  }
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): AnyLocator {
    return this.#all().getByLabel(text, options);
  }
  getByText(text: string | RegExp, options?: { exact?: boolean }): AnyLocator {
    return this.#all().getByText(text, options);
  }

  #all() {
    return new EngineLocator(this.#session, []);
  }
}

let uploads: string | undefined;

/** Deleted when this process ends, since a browser reads the files when the form is sent. */
function createUploadFolder(): string {
  if (!uploads) {
    const folder = mkdtempSync(join(tmpdir(), "amberkeep-files-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    uploads = folder;
  }
  return mkdtempSync(join(uploads, "form-"));
}

class EngineLocator implements AnyLocator {
  #session: BrowserSession;
  #steps: FindStep[];

  constructor(session: BrowserSession, steps: FindStep[]) {
    this.#session = session;
    this.#steps = steps;
  }

  locator(css: string) {
    return this.#with({ by: "css", css });
  }
  getByRole(role: Role, { name, exact }: { name?: string | RegExp; exact?: boolean } = {}) {
    return this.#with({ by: "role", role, ...(name === undefined ? {} : { name: pattern(name, exact) }) });
  }
  getByLabel(text: string | RegExp, { exact }: { exact?: boolean } = {}) {
    return this.#with({ by: "label", name: pattern(text, exact) });
  }
  getByText(text: string | RegExp, { exact }: { exact?: boolean } = {}) {
    return this.#with({ by: "text", text: pattern(text, exact) });
  }
  filter({ hasText }: { hasText: string | RegExp }) {
    return this.#with({ by: "filter", text: pattern(hasText, false) });
  }
  first() {
    return this.#with({ by: "nth", index: 0 });
  }
  last() {
    return this.#with({ by: "nth", index: -1 });
  }
  async all() {
    const { count } = await this.#look();
    return Array.from({ length: count }, (_, index) => this.#with({ by: "nth", index }));
  }

  async isVisible() {
    return (await this.#look()).isVisible;
  }
  async waitFor() {
    await this.#patiently(async () => {
      if (!(await this.isVisible())) throw new Error("The element is not visible.");
    });
  }
  async textContent() {
    return String(await this.evaluate((element) => element.textContent));
  }
  async inputValue() {
    return String(await this.evaluate((element) => element.value));
  }
  evaluate(work: (element: HTMLInputElement) => unknown): Promise<unknown> {
    return this.#patiently(() => this.#session.evaluate(callOn(this.#steps, work)));
  }

  async click() {
    await this.waitFor();
    await this.#patiently(async () => {
      // A button that waits for an answer does nothing until it is there.
      if (await this.evaluate((one) => one.disabled || one.ariaDisabled === "true"))
        throw new Error("The element is disabled.");
      await this.#session.click(this.#steps);
    });
  }
  async check() {
    if (await this.evaluate((box) => box.checked)) return;
    await this.#patiently(() => this.#session.click(this.#steps));
  }
  async fill(value: string) {
    await this.waitFor();
    const isTyped = value.length <= LONGEST_TYPED && (await this.evaluate((field) => field.type)) !== "date";
    await this.#patiently(() => this.#session.evaluate(callOn(this.#steps, enterValue, isTyped ? "" : value)));
    if (isTyped) await this.#session.type(this.#steps, value);
  }
  async press(_key: "Enter") {
    await this.#session.type(this.#steps, "\n");
  }
  async selectOption(value: string) {
    await this.waitFor();
    await this.#session.evaluate(callOn(this.#steps, enterValue, value));
  }
  async setInputFiles(files: Parameters<AnyLocator["setInputFiles"]>[0]) {
    const folder = createUploadFolder();
    const paths = [files].flat().map(({ name, buffer }) => {
      const path = join(folder, name);
      writeFileSync(path, buffer);
      return path;
    });
    await this.#patiently(() => this.#session.chooseFiles(this.#steps, paths));
  }

  async #look() {
    const found = `(${look})(${call(findElements, this.#steps)})`;
    return (await this.#session.evaluate(found)) as ReturnType<typeof look>;
  }

  #with(step: FindStep) {
    return new EngineLocator(this.#session, [...this.#steps, step]);
  }

  /** The page may be loading, or the element not yet there or covered. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const start = Date.now(); ; ) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() - start > TIMEOUT_MS) {
          const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
          throw new Error(`${JSON.stringify(this.#steps)}: ${reason}`);
        }
      }
      await pause(100);
    }
  }
}

function pattern(text: string | RegExp, exact = false): TextPattern {
  return text instanceof RegExp ? { source: text.source, flags: text.flags } : { text, exact };
}
