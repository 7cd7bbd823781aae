import { setTimeout as pause } from "node:timers/promises";
import type { Cookie } from "../../tests/e2e/setup/any-page.ts";
import type { FindStep } from "./find.ts";
import { call, isReady, suppressPrompt } from "./in-page.ts";

export type SessionOptions = { script: "on" | "off"; scheme: "light" | "dark" };

/** A window of Firefox or WebKit. An element is the first that the steps find; without one, the methods throw. */
export interface BrowserSession {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, also where the page's scripts are off. */
  evaluate(expression: string): Promise<unknown>;
  click(steps: FindStep[]): Promise<void>;
  /** Types text with the keyboard; a line break is the enter key. */
  type(steps: FindStep[], text: string): Promise<void>;
  chooseFiles(steps: FindStep[], paths: string[]): Promise<void>;
  clearCookies(): Promise<void>;
  addCookies(cookies: Cookie[]): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  /** The whole page. */
  screenshot(): Promise<Buffer>;
  /** Script errors, violations of the content security policy and warnings of the engine. */
  problems: string[];
  close(): Promise<void>;
}

/** Waits until the page is loaded and enhanced. */
export async function waitUntilEnhanced(session: BrowserSession, { script }: SessionOptions): Promise<void> {
  await session.evaluate(call(suppressPrompt));
  await waitUntilTrue(session, call(isReady, script));
}

/** Waits up to 15 seconds. */
export async function waitUntilTrue(session: BrowserSession, expression: string): Promise<void> {
  for (let attempt = 0; attempt < 300 && !(await session.evaluate(expression)); attempt += 1) {
    await pause(50);
  }
}
