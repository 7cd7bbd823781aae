import { CSRF_FIELD } from "~/http/csrf.server";
import type { Browser } from "./browser";
import { rawFormRequest } from "./request";

/** A field, or a file with its name. */
export type FormPart = [name: string, value: string] | [name: string, content: Buffer, fileName: string];

export const BOUNDARY = "----AmberkeepBoundary7MA4YWxkTrZu0gW";

/** Encodes a form with files as a browser does, with its parts in this order. */
export function multipartBody(parts: FormPart[]): Buffer {
  const pieces = parts.flatMap(([name, value, fileName]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`,
    "\r\n\r\n",
    value,
    "\r\n",
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** Creates the request of a form with files. The CSRF token comes first unless a part has one. */
export function multipartRequest(
  path: string,
  parts: FormPart[],
  browser: Browser,
  headers: Record<string, string> = {},
): Request {
  const hasToken = parts.some(([name]) => name === CSRF_FIELD);
  const all: FormPart[] = hasToken ? parts : [[CSRF_FIELD, browser.csrfToken()], ...parts];
  const body = multipartBody(all);
  const request = rawFormRequest(path, body as BodyInit, browser, `multipart/form-data; boundary=${BOUNDARY}`);
  request.headers.set("Content-Length", String(body.length));
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return request;
}
