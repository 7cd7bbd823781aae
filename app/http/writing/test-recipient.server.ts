import { z } from "zod";
import { sendRehearsal } from "~/domain/access/rehearsal.server";
import type { User } from "~/domain/account/account";
import type { FormRefusal } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import type { redirectWithToast } from "~/http/toast.server";
import { keyedDigest } from "~/services/cipher.server";

type Toast = Parameters<typeof redirectWithToast>[1];

const UNVERIFIED =
  "Your draft is saved, but please confirm your address first: we send a rehearsal only where we know that you read it. The link for that is on your dashboard.";
const OVER = "There’s nothing left to rehearse.";

/** When the page was made: a draft's form keeps its id over many pages. */
export const rehearsedFields = { madeAt: z.string().max(30).optional().catch(undefined) };

export function rehearsedTooOften(user: User, context: RequestContext): Promise<FormRefusal | undefined> {
  return rateLimited({ mail_ip: context.clientIp, mail_recipient: `rehearsal:${user.email}` });
}

/**
 * A page submitted twice sends one mail; changed input or a newer page sends another.
 * @param written the form's values, with `rehearsedFields`
 */
export async function sendToTestRecipient(user: User, id: string, written: object): Promise<Toast> {
  const formId = keyedDigest("test-recipient", JSON.stringify(written), "base64url");
  const sent = await sendRehearsal(user, id, formId);
  if (sent.ok) {
    const description = `A rehearsal of the delivery is on its way to you, to ${user.email}.`;
    return { title: "Recipient Added", description };
  }
  return { title: "Not sent", description: sent.reason === "unverified" ? UNVERIFIED : OVER, kind: "error" };
}
