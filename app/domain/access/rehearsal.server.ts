import type { User } from "~/domain/account/account";
import { deliveryMailOf } from "~/domain/delivery/delivery-mail";
import { writeMessage } from "~/domain/outbox/message.server";
import { type Addressee, addresseesOf } from "~/domain/recipients/addressees.server";
import { type EmailProps, renderEmail } from "~/emails/catalogue";
import type { Email } from "~/emails/content";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { type ViewedVault, viewVault } from "./view-vault.server";

export type Rehearsal = { viewed: ViewedVault; to: Addressee[]; mail: Email };
export type RehearsalRefusal = "not_found" | "sealed" | "over" | "unverified";
type Refusal = { ok: false; reason: RehearsalRefusal };

/**
 * Previews a delivery for the owner: its addressees and the first one's mail, without its link. Sends and records
 * nothing. Refuses sealed vaults and those under way, delivered or cancelled.
 */
export async function rehearse(
  user: User,
  id: string,
  now = clock.now(),
): Promise<({ ok: true } & Rehearsal) | Refusal> {
  const found = await findRehearsed(user, id, now);
  if (!found.ok) return found;
  const { viewed, to, props } = found;
  return { ok: true, viewed, to, mail: renderEmail("delivery", props) };
}

/** Sends the previewed mail, marked as a rehearsal, to the owner's email. The same `formId` twice sends one mail. */
export async function sendRehearsal(
  user: User,
  id: string,
  formId: string,
  now = clock.now(),
): Promise<{ ok: true } | Refusal> {
  const found = await findRehearsed(user, id, now);
  if (!found.ok) return found;
  if (!user.isEmailVerified) return { ok: false, reason: "unverified" };
  const { props } = found;
  await inTransaction((tx) =>
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
  return { ok: true };
}

type Found = { ok: true; viewed: ViewedVault; to: Addressee[]; props: EmailProps["rehearsal"] };

async function findRehearsed(user: User, id: string, now: Date): Promise<Found | Refusal> {
  const viewed = await viewVault({ user }, id, now, { withPosts: false });
  if (viewed?.view.as !== "owner") return { ok: false, reason: "not_found" };
  const { vault, senderName } = viewed;
  if (vault.state === "sealed") return { ok: false, reason: "sealed" };
  if (vault.state !== "draft" && vault.state !== "scheduled") return { ok: false, reason: "over" };
  const self: Addressee = { name: user.name, email: user.email };
  const to = vault.type === "future-self" ? [self] : await addresseesOf(db, vault, self);
  const url = `${env.BASE_URL}/memories/${id}/rehearsal`;
  const [first] = to;
  const props = deliveryMailOf(vault, {
    recipientName: first?.name ?? "",
    senderName,
    url,
    isGuest: first?.isGuest,
    isToSelf: first?.email === user.email,
  });
  return { ok: true, viewed, to, props };
}
