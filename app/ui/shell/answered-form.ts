import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * A form that comes back is the one that was sent: a fresh one would take its place under another id, and with it what
 * was typed meanwhile. Which part of the page somebody was led to before (the hash) makes it no other page.
 */
export const preserveAnsweredForm: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isAnswered = formMethod === "POST" && actionResult !== undefined;
  return isAnswered && placeOf(currentUrl) === placeOf(nextUrl) ? false : defaultShouldRevalidate;
};

const placeOf = ({ pathname, search }: URL) => pathname + search;
