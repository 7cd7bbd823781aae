import { randomInt } from "node:crypto";

type Answer = { status: number; html: string; location: string | undefined };

/** An address of its own for every visitor, so that their rates are limited one by one. */
export function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/**
 * A browser without a screen: keeps cookies, opens pages, and posts the forms that are really on them. For getting to
 * where a test begins.
 */
export class FormClient {
  #url: string;
  #address: string;
  #cookies = new Map<string, string>();

  constructor(url: string, address: string = someAddress()) {
    this.#url = url;
    this.#address = address;
  }

  async get(path: string): Promise<Answer> {
    return this.#fetch(path, {});
  }

  /** Opens the page, then posts `fields` together with what the page hides in its forms. */
  async post(path: string, fields: Record<string, string>, page = path): Promise<Answer> {
    const hidden = hiddenFields((await this.get(page)).html);
    return this.send(path, { ...hidden, ...fields });
  }

  /** The same with files, as a browser without script sends them. */
  async postFiles(path: string, fields: Record<string, string>, files: [field: string, file: File][]): Promise<Answer> {
    const body = new FormData();
    const hidden = hiddenFields((await this.get(path)).html);
    for (const [name, value] of Object.entries({ ...hidden, ...fields })) body.append(name, value);
    for (const [name, file] of files) body.append(name, file);
    return this.#fetch(path, { method: "POST", body });
  }

  /** Posts exactly these fields. */
  async send(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Sets a cookie to a value as the app serialises it. */
  setCookie(name: string, value: string): void {
    const json = Buffer.from(JSON.stringify(value)).toString("base64");
    this.#cookies.set(name, encodeURIComponent(json));
  }

  /** Drops a cookie, such as the toast that the next page would show. */
  forget(name: string): void {
    this.#cookies.delete(name);
  }

  /** For another process, which makes the same browser of it with `FormClient.from`. */
  toJSON(): { url: string; address: string; cookies: [string, string][] } {
    return { url: this.#url, address: this.#address, cookies: [...this.#cookies] };
  }

  static from({ url, address, cookies }: ReturnType<FormClient["toJSON"]>): FormClient {
    const client = new FormClient(url, address);
    client.#cookies = new Map(cookies);
    return client;
  }

  /** For a browser that is to go on where this one stopped. */
  cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.#url }));
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.#url), {
      ...init,
      redirect: "manual",
      headers: { Cookie: cookie, "X-Forwarded-For": this.#address },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get("Location") ?? undefined,
    };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=", 2);
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** What a page's forms carry unseen: the CSRF token, the form's id. */
export function hiddenFields(html: string): { csrf: string; formId?: string } {
  const hidden = (name: string) =>
    new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const formId = hidden("formId");
  return { csrf: hidden("csrf"), ...(formId && { formId }) };
}
