import type { SubmissionResult } from "@conform-to/react";
import "vitest";

type Toast = { title: string; description?: string; kind?: string; before?: Toast };
type MatchResult = { pass: boolean; message: () => string; actual?: unknown; expected?: unknown };

declare module "vitest" {
  interface Matchers<R extends void | Promise<void>> {
    /** A redirect after a form (303) or from a page (302) to exactly this URL. */
    toHaveRedirect(location: string, status?: number): R;
    /** A reply with this status and this message at `field`; "form" stands for the form as a whole. */
    toBeRefused(status: number, field?: string, message?: string | RegExp): Promise<void>;
    /** The response sets the cookie of this toast. */
    toSendToast(toast: Toast): Promise<void>;
  }
}

export const matchers = {
  toHaveRedirect(response: Response, location: string, status = 303): MatchResult {
    const actual = { status: response.status, location: response.headers.get("Location") };
    const expected = { status, location };
    const pass = actual.status === expected.status && actual.location === expected.location;
    return { pass, actual, expected, message: () => `expected a redirect ${status} to ${location}` };
  },

  async toBeRefused(
    response: Response,
    status: number,
    field?: string,
    message?: string | RegExp,
  ): Promise<MatchResult> {
    if (response.status !== status || !response.headers.get("Content-Type")?.startsWith("application/json")) {
      const actual = { status: response.status, location: response.headers.get("Location") };
      return { pass: false, actual, expected: { status }, message: () => `expected a refusal with ${status}` };
    }
    const { error } = (await response.clone().json()) as SubmissionResult<string[]>;
    if (!error) return { pass: false, actual: error, message: () => "expected a refusal to say what is wrong" };
    const said: string[] = error[field === "form" ? "" : (field ?? "")] ?? [];
    const matches = (sentence: string) => (message instanceof RegExp ? message.test(sentence) : message === sentence);
    const pass = field === undefined || (message === undefined ? said.length > 0 : said.some(matches));
    return {
      pass,
      actual: error,
      expected: { [field ?? ""]: [String(message)] },
      message: () => `expected a refusal at ${field}`,
    };
  },

  async toSendToast(response: Response, expected: Toast): Promise<MatchResult> {
    const { toastCookie } = await import("~/http/cookies.server");
    const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${toastCookie.name}=`));
    const actual = header === undefined ? undefined : await toastCookie.parse(header.split(";", 1)[0] ?? null);
    const includes = (toast: Toast | undefined, { before, ...part }: Toast): boolean =>
      Object.entries(part).every(([name, value]) => toast?.[name as keyof Toast] === value) &&
      (!before || includes(toast?.before, before));
    const pass = includes(actual, expected);
    return { pass, actual, expected, message: () => `expected the toast ${expected.title}` };
  },
};
