import type { ShouldRevalidateFunction } from "@remix-run/react";

/** A form that comes back is the one that was sent: a fresh one would take its place under another id. */
export const keepAnsweredForm: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isAnswered = formMethod === "POST" && actionResult !== undefined;
  return isAnswered && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate;
};
