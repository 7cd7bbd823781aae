import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Keeps the loader's data after a refusal: a new form would have another id and lose what was typed. */
export const preserveAnsweredForm = preserving(({ pathname, search }) => pathname + search);

/** The same for a form that is sent to the page with another query. */
export const preserveAnsweredReply = preserving(({ pathname }) => pathname);

function preserving(pageOf: (url: URL) => string): ShouldRevalidateFunction {
  return ({ formMethod, actionResult, currentUrl, nextUrl, defaultShouldRevalidate }) => {
    const isAnswered = formMethod === "POST" && actionResult !== undefined;
    return isAnswered && pageOf(currentUrl) === pageOf(nextUrl) ? false : defaultShouldRevalidate;
  };
}
