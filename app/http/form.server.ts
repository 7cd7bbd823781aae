import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/node";
import type { z } from "zod";
import { CSRF_FIELD, isCsrfTokenValid } from "./csrf.server";
import { readFormData } from "./form-data.server";

export const STALE_PAGE =
  "This page was open for a long time, or you signed in or out in another window. Nothing is lost: please send it again.";
const GARBLED = "Some of what was sent could not be read. Please check it and send it again.";

export type FormRefusal = {
  /** Above `form`. */
  title?: string;
  form?: string;
  fields?: Record<string, string>;
  /** 200 if the page is shown again without an error. */
  status?: 200 | 400 | 403 | 404 | 409 | 429 | 500 | 503;
  headers?: HeadersInit;
};

export type ReadForm<Value> =
  | { ok: true; value: Value; refuse: (refusal: FormRefusal) => Response }
  | { ok: false; response: Response };

/**
 * Checks the encoding, the CSRF token, then `schema`. A failure is a reply for the same page (403 for the token, else
 * 400) with the typed values, except those named in `secretFields`.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { secretFields = [] }: { secretFields?: string[] } = {},
): Promise<ReadForm<z.output<Schema>>> {
  const { formData, isGarbled } = await readFormData(request);
  const isOurs = await isCsrfTokenValid(request, formData.get(CSRF_FIELD));
  return validateForm(formData, { isGarbled, isOurs }, schema, { secretFields });
}

/** `isOurs` is the result of the CSRF check, `refusal` what is wrong beside the fields, such as files. */
export function validateForm<Schema extends z.ZodType>(
  formData: FormData,
  { isGarbled, isOurs }: { isGarbled: boolean; isOurs: boolean },
  schema: Schema,
  {
    secretFields = [],
    also = {},
    refusal,
  }: { secretFields?: string[]; also?: object; refusal?: FormRefusal | undefined } = {},
): ReadForm<z.output<Schema>> {
  formData.delete(CSRF_FIELD);
  const submission = parseWithZod(formData, { schema });
  const refuse = ({ title, form, fields, status = 400, headers }: FormRefusal) =>
    json(
      {
        ...(submission.reply({
          hideFields: secretFields,
          ...(form && { formErrors: title ? [title, form] : [form] }),
          ...(fields && {
            fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, error]) => [name, [error]])),
          }),
        } as Parameters<typeof submission.reply>[0]) as SubmissionResult<string[]>),
        ...also,
      },
      { status, ...(headers && { headers }) },
    );

  if (isGarbled) return { ok: false, response: refuse({ form: GARBLED }) };
  if (!isOurs) return { ok: false, response: refuse({ form: STALE_PAGE, status: 403 }) };
  if (submission.status !== "success" || refusal) return { ok: false, response: refuse(refusal ?? {}) };
  return { ok: true, value: submission.value, refuse };
}
