import { addHours, addYears, subDays } from "date-fns";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { resendVerification } from "~/domain/account/account.server";
import { signupSchema } from "~/domain/account/account-schema";
import { listSecurityEvents, noteNewDevice } from "~/domain/account/security-events.server";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { readProps } from "~/domain/outbox/message.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { renderEmail } from "~/emails/catalogue";
import { db } from "~/services/db.server";
import { messages } from "~db/schema";
import { createLetter, DUE_AT, WRITTEN_AT } from "./factories/letter";
import { mailPasswordReset } from "./factories/outbox";
import { createUser } from "./factories/user";

const NAME = "YOU WON";
const TITLE = "Claim your prize";

it("an unverified account's mails contain nothing that was typed", async () => {
  const { user } = await createUser({ verified: false, name: `${NAME} https://evil.example`, vaultLimit: 5 });
  await createLetter(user, { title: TITLE, recipientName: NAME });
  await sealVault(user, await createLetter(user, { title: `${TITLE}!` }));
  await resendVerification(user);
  await mailPasswordReset(user.email);
  for (const at of [WRITTEN_AT, addYears(WRITTEN_AT, 1), subDays(DUE_AT, 89), subDays(DUE_AT, 6)])
    await checkAddressHealth(at);

  const written = await db.select().from(messages).where(eq(messages.toAddress, user.email));
  expect(new Set(written.map(({ kind }) => kind))).toEqual(
    new Set(["verify_address", "seal_certificate", "password_reset", "verify_reminder"]),
  );
  for (const message of written) {
    const { subject, text, html } = renderEmail(message.kind, readProps(message));
    expect(message.toName, message.kind).toBe("");
    for (const part of [subject, text, html]) {
      for (const typed of [NAME, TITLE, "evil"]) expect(part, message.kind).not.toContain(typed);
    }
  }
});

it("an unverified account's logins are all listed, but few are mailed, as its address may be a stranger's", async () => {
  const [stranger, owner] = [await createUser({ verified: false }), await createUser()];
  const alertsTo = (email: string) =>
    db.$count(messages, and(eq(messages.toAddress, email), eq(messages.kind, "security_alert")));
  for (let hour = 0; hour < 8; hour += 1) {
    for (const { user } of [stranger, owner])
      await noteNewDevice(user.id, "Firefox on Linux", addHours(WRITTEN_AT, hour));
  }
  expect(await alertsTo(stranger.user.email)).toBe(5);
  expect(await listSecurityEvents(stranger.user.id)).toHaveLength(8);
  expect(await alertsTo(owner.user.email)).toBe(8);
  await noteNewDevice(stranger.user.id, "Firefox on Linux", addHours(WRITTEN_AT, 40));
  expect(await alertsTo(stranger.user.email)).toBe(6);
});

it("few certificates are mailed to an unverified address, however often it seals and cancels", async () => {
  const [stranger, owner] = [await createUser({ verified: false }), await createUser()];
  const certificatesTo = (email: string) =>
    db.$count(messages, and(eq(messages.toAddress, email), eq(messages.kind, "seal_certificate")));
  const sealAndCancel = async (user: User, at: Date) => {
    const id = await createLetter(user);
    expect(await sealVault(user, id, at)).toMatchObject({ ok: true });
    await cancelVault(user, id, at);
  };
  for (let hour = 0; hour < 7; hour += 1) {
    for (const { user } of [stranger, owner]) await sealAndCancel(user, addHours(WRITTEN_AT, hour));
  }
  expect([await certificatesTo(stranger.user.email), await certificatesTo(owner.user.email)]).toEqual([5, 7]);
  await sealAndCancel(stranger.user, addHours(WRITTEN_AT, 40));
  expect(await certificatesTo(stranger.user.email)).toBe(6);
});

it("names are stored without controls of the reading order, and refused with control characters", () => {
  const typed = (fullName: string) => signupSchema.shape.fullName.safeParse(fullName);
  expect(typed("Anna \u202EgreB\u2069 \u200F").data).toBe("Anna greB");
  expect(typed("שרה").data).toBe("שרה");
  expect(typed("\u202E\u200E").success).toBe(false);
  for (const control of ["\0", "\r\n", "\u0085", "\u2028"]) expect(typed(`Anna${control}Berg`).success).toBe(false);
});
