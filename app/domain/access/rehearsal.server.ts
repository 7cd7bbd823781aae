import type { User } from "~/domain/account/account";
import { deliveryMailOf } from "~/domain/delivery/delivery-mail";
import { wakeSender, writeMessage } from "~/domain/outbox/message.server";
import { type Addressee, addresseesOf } from "~/domain/recipients/addressees.server";
import { type EmailProps, renderEmail } from "~/emails/catalogue";
import type { Email } from "~/emails/content";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { type ViewedVault, viewVault } from "./view-vault.server";

export type Rehearsal = { viewed: ViewedVault; to: Addressee[]; mail: Email };
export type RehearsalRefusal = "not_found" | "sealed" | "over" | "unverified";
type Refused = { ok: false; reason: RehearsalRefusal };

/**
 * What a vault's delivery will look like, to its owner alone: whom it goes to, and the mail as the first of them will
 * get it, but for its link. Sends nothing and puts nothing on the record. A sealed vault shows its content to nobody,
 * and one on its way or cancelled has nothing left to rehearse.
 */
export async function rehearse(
  user: User,
  id: string,
  now = clock.now(),
): Promise<({ ok: true } & Rehearsal) | Refused> {
  const found = await findRehearsed(user, id, now);
  if (!found.ok) return found;
  const { viewed, to, props } = found;
  return { ok: true, viewed, to, mail: renderEmail("delivery", props) };
}

/**
 * Sends that mail, marked as a rehearsal, to the owner's own address. `formId` is made with the form: the same
 * form sent twice is one mail.
 */
export async function sendRehearsal(
  user: User,
  id: string,
  formId: string,
  now = clock.now(),
): Promise<{ ok: true } | Refused> {
  const found = await findRehearsed(user, id, now);
  if (!found.ok) return found;
  if (!user.isEmailVerified) return { ok: false, reason: "unverified" };
  const { props } = found;
  const messageId = await inTransaction((tx) =>
    writeMessage(
      tx,
      {
        kind: "rehearsal",
        uniqueKey: `rehearsal:${id}:${formId}`,
        to: { name: user.name, email: user.email },
        props,
        vaultId: id,
      },
      now,
    ),
  );
  await wakeSender(messageId);
  return { ok: true };
}

type Found = { ok: true; viewed: ViewedVault; to: Addressee[]; props: EmailProps["rehearsal"] };

async function findRehearsed(user: User, id: string, now: Date): Promise<Found | Refused> {
  const viewed = await viewVault({ user }, id, now);
  if (viewed?.view.as !== "owner") return { ok: false, reason: "not_found" };
  const { vault, senderName } = viewed;
  if (vault.state === "sealed") return { ok: false, reason: "sealed" };
  if (vault.state !== "draft" && vault.state !== "scheduled") return { ok: false, reason: "over" };
  const self: Addressee = { name: user.name, email: user.email };
  const to = vault.type === "future-self" ? [self] : await addresseesOf(db, vault, self);
  const url = `${env.BASE_URL}/memories/${id}/rehearsal`;
  const props = deliveryMailOf(vault, { recipientName: to[0]?.name ?? "", isGuest: to[0]?.isGuest, senderName, url });
  return { ok: true, viewed, to, props };
}
