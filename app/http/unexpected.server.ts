import { log } from "~/services/log.server";
import type { FormRefusal } from "./form.server";
import type { RequestContext } from "./request-context.server";

/** For a form whose failure has no sentence of its own. */
const UNEXPECTED = "An unexpected error occurred. Please try again.";

/** Answers with `failure` and with what was typed if `work` fails, so that it can be sent again. */
export async function catchUnexpected(
  { requestId }: Pick<RequestContext, "requestId">,
  refuse: (refusal: FormRefusal) => Response,
  { title, form = UNEXPECTED }: { title: string; form?: string },
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error, requestId }, "a form failed");
    return refuse({ title, form, status: 500 });
  }
}
