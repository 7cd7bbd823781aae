import type { SubmissionResult } from "@conform-to/react";

export type AuthFormProps = {
  lastResult?: SubmissionResult<string[]> | null;
  /** Where to go afterwards, carried from form to form. */
  redirectTo: string | null;
};

/** The address of another form of the auth page that leads to the same place afterwards. */
export function authHref(mode: "login" | "signup" | "reset", redirectTo: string | null): string {
  return `/auth?${new URLSearchParams({ mode, ...(redirectTo && { redirectTo }) })}`;
}
