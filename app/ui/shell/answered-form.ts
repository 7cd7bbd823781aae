import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Keeps the loader's data after a refusal: a new form would have another id and lose what was typed. */
export const preserveAnsweredForm: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isAnswered = formMethod === "POST" && actionResult !== undefined;
  return isAnswered && pathOf(currentUrl) === pathOf(nextUrl) ? false : defaultShouldRevalidate;
};

const pathOf = ({ pathname, search }: URL) => pathname + search;
