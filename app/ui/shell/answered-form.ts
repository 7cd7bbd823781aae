import type { ShouldRevalidateFunction } from "@remix-run/react";
import { preserveUnsentForm } from "./unsent-form";

/** Keeps the loader's data after a refusal: a new form would have another id and lose what was typed. */
export const preserveAnsweredForm = preserving(({ pathname, search }) => pathname + search);

/** The same for a form that is sent to the page with another query. */
export const preserveAnsweredReply = preserving(({ pathname }) => pathname);

function preserving(pageOf: (url: URL) => string): ShouldRevalidateFunction {
  return (asked) => {
    const isAnswered = asked.formMethod === "POST" && asked.actionResult !== undefined && !leaves(asked.formData);
    return isAnswered && pageOf(asked.currentUrl) === pageOf(asked.nextUrl) ? false : preserveUnsentForm(asked);
  };
}

/** Whether the form changes the type. After a failed attempt the page already has the new URL. */
const leaves = (formData?: FormData) => /^(change-)?type/.test(String(formData?.get("intent")));
