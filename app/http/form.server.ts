import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/node";
import type { z } from "zod";
import { CSRF_FIELD, isCsrfTokenValid, readVisitor } from "./csrf.server";
import { readFormData } from "./form-data.server";
import type { ToastContent } from "./toast.server";

export const STALE_PAGE =
  "This page was open for a long time, or you logged in or out in another window. Nothing is lost: please send it again.";
export const COOKIES_NEEDED =
  "Your browser didn’t send our cookie, so we can’t tell that this form is yours. Please allow cookies for this site, then send it again. Nothing you typed is lost.";
export const FILES_AGAIN = "Files have to be chosen again.";
const GARBLED = "We couldn’t read all of what was sent. Please check it and send it again.";

export type FormRefusal = {
  /** Shown above the form. */
  title?: string;
  form?: string;
  fields?: Record<string, string>;
  /** 200 if the page is shown again without an error. */
  status?: 200 | 400 | 403 | 404 | 409 | 429 | 500 | 503;
  headers?: HeadersInit;
  toast?: ToastContent;
  /** More data for the page. */
  also?: object;
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
  const hasCookie = (await readVisitor(request)) !== undefined;
  return validateForm(formData, { isGarbled, isOurs, hasCookie }, schema, { secretFields });
}

/**
 * Whether the browser keeps the data of the page after this refusal. A 403 needs a new CSRF token, a 404 or 409 the
 * page's present state.
 */
const keepsPage = (status: number) => status === 400 || status === 429 || status >= 500;

type FormChecks = {
  isGarbled: boolean;
  /** The result of the CSRF check. */
  isOurs: boolean;
  /** Whether the browser sent the CSRF cookie. */
  hasCookie: boolean;
  /** Set for a form that was opened as another account. */
  mismatch?: FormRefusal | undefined;
};

/**
 * `refusal` is an error outside of the fields, such as a refused file. Files of a form without its token were ignored.
 */
export function validateForm<Schema extends z.ZodType>(
  formData: FormData,
  { isGarbled, isOurs, hasCookie, mismatch }: FormChecks,
  schema: Schema,
  {
    secretFields = [],
    also = {},
    refusal,
  }: { secretFields?: string[]; also?: object; refusal?: FormRefusal | undefined } = {},
): ReadForm<z.output<Schema>> {
  formData.delete(CSRF_FIELD);
  const submission = parseWithZod(formData, { schema });
  const refuse = ({ title, form, fields, status = 400, headers, toast, also: more }: FormRefusal) =>
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
        ...more,
        ...(toast && { toast }),
        ...(keepsPage(status) && { keepsPage: true }),
      },
      { status, ...(headers && { headers }) },
    );

  if (isGarbled) return { ok: false, response: refuse({ form: GARBLED }) };
  if (mismatch) return { ok: false, response: refuse({ ...refusal, ...mismatch }) };
  if (!isOurs) {
    const form = [hasCookie ? STALE_PAGE : COOKIES_NEEDED, refusal?.fields && FILES_AGAIN].filter(Boolean).join(" ");
    return { ok: false, response: refuse({ ...refusal, form, status: 403 }) };
  }
  if (submission.status !== "success" || refusal) return { ok: false, response: refuse(refusal ?? {}) };
  return { ok: true, value: submission.value, refuse };
}
