import type { SubmissionResult } from "@conform-to/react";

export type AuthFormProps = {
  lastResult?: SubmissionResult<string[]> | null;
  /** Where to go after logging in; kept across the forms. */
  redirectTo: string | null;
  hasSms: boolean;
};

/** URL of another form of the auth page. */
export function authHref(mode: "login" | "signup" | "reset" | "link", redirectTo?: string | null): string {
  return `/auth?${new URLSearchParams({ mode, ...(redirectTo && { redirectTo }) })}`;
}
