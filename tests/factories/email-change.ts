import { createId } from "@paralleldrive/cuid2";
import type { User } from "~/domain/account/account";
import { confirmEmailChange, requestEmailChange } from "~/domain/account/email-change.server";
import { mailedToken } from "./outbox";
import { reload, type SignedInUser } from "./user";

/** Changes the account's email with the link that goes to the new one. */
export async function changeEmail(
  { sessionToken }: Pick<SignedInUser, "sessionToken">,
  to = `${createId()}@example.org`,
): Promise<User> {
  const user = await reload(sessionToken);
  await requestEmailChange(user, to);
  const changed = await confirmEmailChange(user, await mailedToken(to, "change_email"));
  if (!changed.ok) throw new Error(changed.reason);
  return reload(sessionToken);
}
