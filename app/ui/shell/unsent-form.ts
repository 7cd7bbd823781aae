import type { SubmissionResult } from "@conform-to/react";
import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useActionData } from "@remix-run/react";
import { useMemo, useRef } from "react";

const UNSENT = "We couldn’t save this. What you wrote is still here: please check your connection and try again.";

type Unsent = { isUnsent: true; status: "error"; error: Record<string, string[]> };

/**
 * The `clientAction` of every page with fields: if the server cannot be reached or fails, the form stays as it is, with
 * an error, instead of being replaced by the error page. Needs `preserveUnsentForm` as `shouldRevalidate`.
 */
export async function keepUnsentForm({ serverAction }: Pick<ClientActionFunctionArgs, "serverAction">) {
  try {
    return await serverAction<unknown>();
  } catch (error) {
    // A redirect, or a page of ours such as 404.
    if (error instanceof Response) throw error;
    return { isUnsent: true, status: "error", error: { "": [UNSENT] } } satisfies Unsent;
  }
}

export const isUnsent = (answer: unknown): answer is Unsent =>
  (answer as Partial<Unsent> | undefined)?.isUnsent === true;

/** Loads nothing after a form that was not sent: that would fail as well, and the form would be lost. */
export const preserveUnsentForm: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isUnsent(actionResult) && defaultShouldRevalidate;

/** What the action returned for a form that it refused, or the error of one that was not sent. */
export const useLastResult = () => useActionData<unknown>() as SubmissionResult<string[]> | undefined;

/** The server's last response. A form that could not be sent only adds its error. */
export function useAnswer<Answer extends object>(): Answer | undefined {
  const answer = useActionData<unknown>() as Answer | undefined;
  const lastAnswer = useRef<Answer>();
  if (!isUnsent(answer)) lastAnswer.current = answer;
  return useMemo(() => (isUnsent(answer) ? { ...lastAnswer.current, ...answer } : answer), [answer]);
}
