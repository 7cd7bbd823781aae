import type { FormRefusal } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { log } from "~/services/log.server";
import { UNEXPECTED } from "./auth-titles";

/** Answers with what was typed and a sentence if `work` fails, so that it can be sent again. */
export async function orUnexpected(
  { requestId }: Pick<RequestContext, "requestId">,
  refuse: (refusal: FormRefusal) => Response,
  title: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error, requestId }, "a form of the auth page failed");
    return refuse({ title, form: UNEXPECTED, status: 500 });
  }
}
