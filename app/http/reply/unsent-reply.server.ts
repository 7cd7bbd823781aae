import type { RequestContext } from "~/http/request-context.server";
import { createId } from "~/services/id.server";
import type { RegainAccess } from "~/ui/reply/conversation-page";
import { readReply } from "./conversation.server";

const NOT_SENT = {
  closed: "It wasn’t sent, as the letter is no longer open in this browser. Your text is still here.",
  logged_out: "It wasn’t sent, as you’re no longer logged in. Your text is still here.",
};

/** For a reply of someone whose access ended while they wrote: shows nothing but their form. */
export async function keepReply(
  request: Request,
  context: RequestContext,
  regainAccess: RegainAccess,
): Promise<Response> {
  const form = await readReply(request, context);
  return form.ok
    ? form.refuse({ form: NOT_SENT[regainAccess.why], status: 403, also: { regainAccess } })
    : form.response;
}

/** The page around that form, where it is rendered in the same request. */
export function unsentReply({ path }: RequestContext) {
  return { step: "unsent" as const, form: { id: createId(), action: path } };
}
