import { randomInt } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";

type Result = { status: number; html: string; location: string | undefined };

/** A random IP address, so that each visitor has rate limits of their own. */
export function randomIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** A minimal HTTP client that keeps cookies and posts the forms of pages with their hidden fields, to set up tests. */
export class FormClient {
  #url: string;
  #ip: string;
  #cookies = new Map<string, string>();
  #csrf: string | undefined;

  constructor(url: string, ip: string = randomIp()) {
    this.#url = url;
    this.#ip = ip;
  }

  async get(path: string): Promise<Result> {
    return this.#fetch(path, {});
  }

  /** Opens the page, then posts `fields` with the hidden fields of its form. */
  async post(path: string, fields: Record<string, string>, page = path): Promise<Result> {
    const hidden = hiddenFields((await this.get(page)).html);
    return this.send(path, { ...hidden, ...fields });
  }

  /** Like `post`, without opening the page before each form. */
  async postAgain(path: string, fields: Record<string, string>): Promise<Result> {
    this.#csrf ??= hiddenFields((await this.get(path)).html).csrf;
    return this.send(path, { csrf: this.#csrf, formId: createId(), ...fields });
  }

  /** Like `post`, with files: a multipart form. */
  async postFiles(path: string, fields: Record<string, string>, files: [field: string, file: File][]): Promise<Result> {
    const body = new FormData();
    const hidden = hiddenFields((await this.get(path)).html);
    for (const [name, value] of Object.entries({ ...hidden, ...fields })) body.append(name, value);
    for (const [name, file] of files) body.append(name, file);
    return this.#fetch(path, { method: "POST", body });
  }

  /** Posts exactly these fields. */
  async send(path: string, fields: Record<string, string>): Promise<Result> {
    return this.#fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Sets a cookie to a value as the app serialises it. */
  setCookie(name: string, value: string | string[]): void {
    const json = Buffer.from(JSON.stringify(value)).toString("base64");
    this.#cookies.set(name, encodeURIComponent(json));
  }

  /** Deletes a cookie, such as the toast for the next page. */
  forget(name: string): void {
    this.#cookies.delete(name);
  }

  /** For another process, which restores the client with `FormClient.from`. */
  toJSON(): { url: string; ip: string; cookies: [string, string][] } {
    return { url: this.#url, ip: this.#ip, cookies: [...this.#cookies] };
  }

  static from({ url, ip, cookies }: ReturnType<FormClient["toJSON"]>): FormClient {
    const client = new FormClient(url, ip);
    client.#cookies = new Map(cookies);
    return client;
  }

  /** The cookies in the form of Playwright's `addCookies`. */
  cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.#url }));
  }

  async #fetch(path: string, init: RequestInit): Promise<Result> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.#url), {
      ...init,
      redirect: "manual",
      headers: { Cookie: cookie, "X-Forwarded-For": this.#ip },
    });
    for (const line of response.headers.getSetCookie()) this.#saveCookie(line);
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get("Location") ?? undefined,
    };
  }

  #saveCookie(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=", 2);
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** Returns the CSRF token and the form id in the hidden fields of a page. */
export function hiddenFields(html: string): { csrf: string; formId?: string } {
  const hidden = (name: string) =>
    new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const formId = hidden("formId");
  return { csrf: hidden("csrf"), ...(formId && { formId }) };
}
