import type { SubmissionResult } from "@conform-to/react";

export type AuthFormProps = {
  lastResult?: SubmissionResult<string[]> | null;
  /** Where to go after logging in, passed on between the forms. */
  redirectTo: string | null;
};

/** The URL of another form of the auth page that keeps `redirectTo`. */
export function authHref(mode: "login" | "signup" | "reset", redirectTo: string | null): string {
  return `/auth?${new URLSearchParams({ mode, ...(redirectTo && { redirectTo }) })}`;
}
