export type Role =
  | "article"
  | "button"
  | "complementary"
  | "heading"
  | "img"
  | "link"
  | "log"
  | "main"
  | "navigation"
  | "radio";

type Text = string | RegExp;
type Named = { name?: Text; exact?: boolean };
type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Finds elements in a page or in an element. */
interface Finder {
  locator(css: string): AnyLocator;
  getByRole(role: Role, options?: Named): AnyLocator;
  getByLabel(text: Text, options?: { exact?: boolean }): AnyLocator;
  getByText(text: Text, options?: { exact?: boolean }): AnyLocator;
}

export interface AnyLocator extends Finder {
  filter(options: { hasText: Text }): AnyLocator;
  first(): AnyLocator;
  last(): AnyLocator;
  all(): Promise<AnyLocator[]>;
  isVisible(): Promise<boolean>;
  textContent(): Promise<string | null>;
  inputValue(): Promise<string>;
  click(): Promise<void>;
  fill(value: string): Promise<void>;
  check(): Promise<void>;
  press(key: "Enter"): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(files: FilePayload | FilePayload[]): Promise<void>;
  evaluate(change: (element: HTMLInputElement) => unknown): Promise<unknown>;
  waitFor(): Promise<void>;
}

/** The part of Playwright's page that pages of other engines have as well. */
export interface AnyPage extends Finder {
  goto(path: string): Promise<unknown>;
  context(): { clearCookies(): Promise<void>; addCookies(cookies: Cookie[]): Promise<void> };
}

export type Cookie = { name: string; value: string; url: string };
