import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/node";
import type { z } from "zod";
import { CSRF_FIELD, isCsrfTokenValid } from "./csrf.server";

export const STALE_PAGE =
  "This page was open for a long time, or you signed in or out in another window. Nothing is lost: please send it again.";
const GARBLED = "Some of what was sent could not be read. Please check it and send it again.";

/** Why a form is answered with the same page: what is wrong with it as a whole, or with which fields. */
export type Refusal = {
  form?: string;
  fields?: Record<string, string>;
  status?: 400 | 403 | 404 | 409 | 429;
  headers?: HeadersInit;
};

export type ReadForm<Value> =
  | { ok: true; value: Value; refuse: (refusal: Refusal) => Response }
  | { ok: false; response: Response };

/**
 * Reads a posted form: its encoding, its CSRF token, then the rules of `schema`. What does not pass is answered by
 * the same page with the typed values kept (400, or 403 for the token), except those named in `secretFields`.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { secretFields = [] }: { secretFields?: string[] } = {},
): Promise<ReadForm<z.output<Schema>>> {
  const { formData, isGarbled } = await readFormData(request);
  const token = formData.get(CSRF_FIELD);
  formData.delete(CSRF_FIELD);
  const submission = parseWithZod(formData, { schema });
  const refuse = ({ form, fields, status = 400, headers }: Refusal) =>
    json(
      submission.reply({
        hideFields: secretFields,
        ...(form && { formErrors: [form] }),
        ...(fields && {
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, error]) => [name, [error]])),
        }),
      } as Parameters<typeof submission.reply>[0]) as SubmissionResult<string[]>,
      { status, ...(headers && { headers }) },
    );

  if (isGarbled) return { ok: false, response: refuse({ form: GARBLED }) };
  if (!(await isCsrfTokenValid(request, token)))
    return { ok: false, response: refuse({ form: STALE_PAGE, status: 403 }) };
  if (submission.status !== "success") return { ok: false, response: refuse({}) };
  return { ok: true, value: submission.value, refuse };
}

/**
 * Names are paths to what reads them: one that no form of ours has, like `a[2000000000]`, would fill the memory, and
 * those with two underscores in front are orders to the library.
 */
const FIELD_NAME = /^(?!__)\w{1,40}(\[\d{1,3}\](\.\w{1,40})?)?$/;
const FIELDS_AT_MOST = 2_000;

/** Text that is not UTF-8 would otherwise turn into U+FFFD without a word. */
async function readFormData(request: Request): Promise<{ formData: FormData; isGarbled: boolean }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const body = await request.text();
    return { formData: fieldsOf(new URLSearchParams(body)), isGarbled: !isWellEncoded(body) };
  }
  try {
    const sent = await request.formData();
    return {
      formData: fieldsOf(sent),
      isGarbled: [...sent.values()].some((value) => String(value).includes("\ufffd")),
    };
  } catch {
    return { formData: new FormData(), isGarbled: true };
  }
}

function fieldsOf(sent: URLSearchParams | FormData): FormData {
  const fields = new FormData();
  const named = [...sent].filter(([name]) => FIELD_NAME.test(name));
  for (const [name, value] of named.slice(0, FIELDS_AT_MOST)) fields.append(name, value);
  return fields;
}

function isWellEncoded(body: string): boolean {
  try {
    decodeURIComponent(body.replaceAll("+", " "));
    return !body.includes("\ufffd");
  } catch {
    return false;
  }
}
