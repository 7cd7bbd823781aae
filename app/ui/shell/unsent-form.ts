import type { SubmissionResult } from "@conform-to/react";
import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useActionData } from "@remix-run/react";
import { useMemo, useRef } from "react";

const UNSENT = "We couldn’t save this. What you wrote is still here: please check your connection and try again.";

/** Milliseconds. Without it, a lost connection could go unnoticed for a quarter of an hour. */
const ANSWER_WITHIN = 60_000;

type Unsent = { isUnsent: true; status: "error"; error: Record<string, string[]> };

/**
 * The `clientAction` of every page with fields: if the server cannot be reached, does not answer or fails, the form
 * stays as it is, with an error, instead of being replaced by the error page. It can be sent again even if it arrived.
 * Needs `preserveUnsentForm` as `shouldRevalidate`.
 */
export async function keepUnsentForm({ request, serverAction }: ClientActionFunctionArgs) {
  const mayTakeLong = await hasFiles(request);
  try {
    const answer = serverAction<unknown>();
    return await (mayTakeLong ? answer : answeredInTime(answer));
  } catch (error) {
    // A redirect, or an error page such as 404.
    if (error instanceof Response) throw error;
    return { isUnsent: true, status: "error", error: { "": [UNSENT] } } satisfies Unsent;
  }
}

/** Its own, or those of a vault that is sent again: the server copies them, which may take minutes. */
async function hasFiles(request: Request): Promise<boolean> {
  const fields = await request.clone().formData();
  return fields.has("copy") || [...fields.values()].some((value) => value instanceof File && value.size > 0);
}

function answeredInTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No answer came.")), ANSWER_WITHIN);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const isUnsent = (answer: unknown): answer is Unsent =>
  (answer as Partial<Unsent> | undefined)?.isUnsent === true;

/** Whether our server refused the form for a reason that changes nothing on its page. */
const keepsPage = (answer: unknown) => (answer as { keepsPage?: boolean } | undefined)?.keepsPage === true;

/** Loads nothing after a form that was not sent or was refused: if that failed, the form would be lost. */
export const preserveUnsentForm: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isUnsent(actionResult) && !keepsPage(actionResult) && defaultShouldRevalidate;

/** What the action returned for a form that it refused, or the error of one that was not sent. */
export const useLastResult = () => useActionData<unknown>() as SubmissionResult<string[]> | undefined;

/** The server's last response. A form that could not be sent only adds its error. */
export function useAnswer<Answer extends object>(): Answer | undefined {
  const answer = useActionData<unknown>() as Answer | undefined;
  const lastAnswer = useRef<Answer>();
  if (!isUnsent(answer)) lastAnswer.current = answer;
  return useMemo(() => (isUnsent(answer) ? { ...lastAnswer.current, ...answer } : answer), [answer]);
}
