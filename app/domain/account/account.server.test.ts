import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, inTransaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { credentials, linkTokens, messages, profiles, sessions } from "~db/schema";
import { createLetter, storedVault } from "../../../tests/factories/letter";
import { mailedToken, mailPasswordReset, writtenTo } from "../../../tests/factories/outbox";
import { createUser, PASSWORD, reload, type SignedInUser } from "../../../tests/factories/user";
import { findByPassword, resendVerification, signUp, verifyEmail } from "./account.server";
import { isLinkValid } from "./account-links.server";
import { beginSetUp, findSetUp } from "./authenticator.server";
import { changePassword, resetPassword } from "./new-password.server";
import { beginSecondStep, findSecondStep } from "./second-step.server";
import { recordSecurityEvent } from "./security-events.server";
import { endSession, findSession, SESSION_DAYS, startSession } from "./session.server";

const NOW = new Date("2030-01-05T12:00:00Z");
const hoursOn = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const LINK_OVER = { ok: false, reason: "link_over" };
const newcomer = (email = `${createId()}@example.org`) => ({ fullName: "Ada", email, password: PASSWORD });

async function profileOf(email: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.email, email));
  return row;
}

describe("signing up", () => {
  it("creates an unverified account with one free slot and mails a verification link", async () => {
    const input = { ...newcomer(), phone: "+49 30 1", timeZone: "europe/berlin" };
    const account = await signUp(input, NOW);
    expect(await profileOf(input.email)).toMatchObject({
      id: account.ok && account.userId,
      fullName: "Ada",
      phone: "+49 30 1",
      timeZone: "Europe/Berlin",
      emailVerifiedAt: null,
      vaultLimit: 1,
      vaultsUsed: 0,
    });
    const [mail, ...others] = await writtenTo(input.email, "verify_address");
    expect(others).toEqual([]);
    expect(mail?.props).toEqual({
      name: "",
      url: expect.stringMatching(/^http:\/\/localhost:3000\/verify-address\?token=[\w-]{43}$/),
    });
  });

  it("refuses a password that is easy to guess", async () => {
    const refused = { ok: false, reason: "guessable" };
    expect(await signUp({ ...newcomer(), password: "Trustno1" })).toEqual(refused);
    const input = { ...newcomer(), fullName: "Ada Lovelace", password: "AdaLovelace1" };
    expect(await signUp(input)).toEqual(refused);
    expect(await profileOf(input.email)).toBeUndefined();
  });

  it("falls back to UTC for an unknown zone", async () => {
    const input = { ...newcomer(), timeZone: "Mars/Olympus_Mons" };
    await signUp(input);
    expect((await profileOf(input.email))?.timeZone).toBe("UTC");
  });

  it("refuses an email that has an account, also concurrently", async () => {
    const input = newcomer();
    const passwords = Array.from({ length: 5 }, (_, index) => `${input.password}-${index}`);
    const answers = await Promise.all(passwords.map((password) => signUp({ ...input, password })));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "email_taken")).toHaveLength(4);
    expect(await writtenTo(input.email, "verify_address")).toHaveLength(1);
  });

  it("makes one account of a form that is sent twice, at once or within a minute", async () => {
    const input = newcomer();
    const answers = [...(await Promise.all([signUp(input), signUp(input)])), await signUp(input)];
    const profile = await profileOf(input.email);
    expect(answers).toMatchObject([1, 2, 3].map(() => ({ ok: true, userId: profile?.id })));
    expect(answers.filter((answer) => answer.ok && answer.isRepeated)).toHaveLength(2);
    expect(await writtenTo(input.email, "verify_address")).toHaveLength(1);
    expect(await signUp(input, new Date(Date.now() + 120_000))).toEqual({ ok: false, reason: "email_taken" });
  });

  it("treats é and e as different emails", async () => {
    const id = createId();
    const [plain, accented] = [
      await signUp(newcomer(`rene${id}@example.org`)),
      await signUp(newcomer(`rené${id}@example.org`)),
    ];
    expect(plain.ok && accented.ok && plain.userId !== accented.userId).toBe(true);
  });

  it("stores only an argon2id hash of the password", async () => {
    const input = newcomer();
    const account = await signUp(input);
    const [row] = await db
      .select()
      .from(credentials)
      .where(eq(credentials.userId, account.ok ? account.userId : ""));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.passwordHash).not.toContain(PASSWORD);
  });
});

it("mails an unverified address five alerts a day at most, and a verified one all", async () => {
  for (const [verified, mails] of [
    [false, 5],
    [true, 7],
  ] as const) {
    const { user } = await createUser({ verified });
    const alert = (hours: number) =>
      inTransaction((tx) => recordSecurityEvent(tx, user.id, { kind: "new_device" }, hoursOn(hours)));
    for (let hours = 0; hours < 7; hours += 1) await alert(hours);
    expect(await writtenTo(user.email, "security_alert")).toHaveLength(mails);
    await alert(48);
    expect(await writtenTo(user.email, "security_alert")).toHaveLength(mails + 1);
  }
});

describe("signing in", () => {
  it("needs the email and the password of one account", async () => {
    const { user } = await createUser();
    expect(await findByPassword(user.email, PASSWORD)).toMatchObject({ userId: user.id });
    expect(await findByPassword(user.email, `${PASSWORD} `)).toBeUndefined();
    expect(await findByPassword(user.email, "")).toBeUndefined();
    expect(await findByPassword("nobody@example.org", PASSWORD)).toBeUndefined();
    expect(await findByPassword("nobody@example.org", "an account that does not exist")).toBeUndefined();
  });
});

describe("the link that verifies an address", () => {
  it("ends the notice that a mail has failed before", async () => {
    const { user, sessionToken } = await createUser({ verified: false });
    const failed = { failedMailAt: NOW, failedMailKind: "verify_address" };
    await db.update(profiles).set(failed).where(eq(profiles.id, user.id));
    expect((await reload(sessionToken)).failedMail).not.toBeNull();
    await verifyEmail(user, await mailedToken(user.email, "verify_address"));
    expect((await reload(sessionToken)).failedMail).toBeNull();
  });

  it("works once, also when its button is pressed several times", async () => {
    const { user } = await createUser({ verified: false });
    const token = await mailedToken(user.email, "verify_address");
    expect(await isLinkValid("verify_address", token)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyEmail(user, token)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect((await profileOf(user.email))?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await isLinkValid("verify_address", token)).toBe(false);
  });

  it("is refused to another account", async () => {
    const { user: owner } = await createUser({ verified: false });
    const { user: other } = await createUser({ verified: false });
    const others = await createLetter(other);
    const token = await mailedToken(owner.email, "verify_address");
    expect(await verifyEmail(other, token)).toEqual({ ok: false });
    expect((await profileOf(owner.email))?.emailVerifiedAt).toBeNull();
    expect(await verifyEmail(owner, token)).toEqual({ ok: true });
    expect((await profileOf(other.email))?.emailVerifiedAt).toBeNull();
    expect((await storedVault(others)).isSenderVerified).toBe(false);
  });

  it("expires after three days", async () => {
    const input = newcomer();
    const account = await signUp(input, NOW);
    const user = await reload(await startSession(account.ok ? account.userId : ""));
    const token = await mailedToken(input.email, "verify_address");
    expect(await verifyEmail(user, token, hoursOn(72))).toEqual({ ok: false });
    expect((await profileOf(input.email))?.emailVerifiedAt).toBeNull();
    expect(await verifyEmail(user, token, new Date(hoursOn(72).getTime() - 1))).toEqual({ ok: true });
  });

  it("is refused once the email of the account has changed", async () => {
    const { user } = await createUser({ verified: false });
    const token = await mailedToken(user.email, "verify_address");
    const email = `${createId()}@example.org`;
    await db.update(profiles).set({ email }).where(eq(profiles.id, user.id));
    expect(await verifyEmail(user, token)).toEqual({ ok: false });
    expect((await profileOf(email))?.emailVerifiedAt).toBeNull();
  });

  it("is refused for another purpose or with a forged token", async () => {
    const { user } = await createUser({ verified: false });
    expect(await resetPassword(await mailedToken(user.email, "verify_address"), PASSWORD)).toEqual(LINK_OVER);
    await mailPasswordReset(user.email);
    expect(await verifyEmail(user, await mailedToken(user.email, "password_reset"))).toEqual({ ok: false });
    for (const token of ["", "x", "a".repeat(43)]) expect(await verifyEmail(user, token)).toEqual({ ok: false });
  });

  it("is stored only as a digest", async () => {
    const { user } = await createUser({ verified: false });
    const token = await mailedToken(user.email, "verify_address");
    const rows = await db.select().from(linkTokens).where(eq(linkTokens.userId, user.id));
    expect(rows).toMatchObject([{ tokenHash: hashSecretToken(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("can be sent again after ten seconds, and both work", async () => {
    const { user } = await createUser({ verified: false });
    const first = await mailedToken(user.email, "verify_address");
    await resendVerification(user, new Date(Date.now() + 1_000));
    expect(await mailedToken(user.email, "verify_address")).toBe(first);
    const later = new Date(Date.now() + 11_000);
    await Promise.all([resendVerification(user, later), resendVerification(user, later)]);
    expect(await writtenTo(user.email, "verify_address")).toHaveLength(2);
    expect(await mailedToken(user.email, "verify_address")).not.toBe(first);
    expect(await verifyEmail(user, first)).toEqual({ ok: true });
  });
});

describe("the link that sets a new password", () => {
  const NEW_PASSWORD = "Quite-Another-7";

  it("works once, ends every session, and does not verify the email", async () => {
    const { user, sessionToken } = await createUser({ verified: false });
    const otherSession = await startSession(user.id);
    const bystander = await createUser();
    await mailPasswordReset(user.email);
    const token = await mailedToken(user.email, "password_reset");
    expect(await resetPassword(token, NEW_PASSWORD)).toMatchObject({ ok: true, userId: user.id });
    expect(await resetPassword(token, PASSWORD)).toEqual(LINK_OVER);

    expect(await findByPassword(user.email, NEW_PASSWORD)).toMatchObject({ userId: user.id });
    expect(await findByPassword(user.email, PASSWORD)).toBeUndefined();
    for (const session of [sessionToken, otherSession]) expect(await findSession(session)).toBeUndefined();
    expect(await findSession(bystander.sessionToken)).toBeDefined();
    expect(await findByPassword(bystander.user.email, PASSWORD)).toMatchObject({ userId: bystander.user.id });
    expect((await profileOf(user.email))?.emailVerifiedAt).toBeNull();
  });

  const CHANGES: [string, (person: SignedInUser) => Promise<unknown>][] = [
    [
      "the link",
      async ({ user }) => {
        await mailPasswordReset(user.email);
        await resetPassword(await mailedToken(user.email, "password_reset"), NEW_PASSWORD);
      },
    ],
    [
      "the settings",
      async ({ user, sessionToken }) => {
        const session = (await findSession(sessionToken))?.session;
        expect(session && (await changePassword(user, session, NEW_PASSWORD))).toEqual({ ok: true });
      },
    ],
  ];

  it.each(CHANGES)("by %s ends a login with the old one that still lacks its code", async (_, change) => {
    const [ada, bystander] = [await createUser(), await createUser()];
    const [old, others] = [await beginSecondStep(ada.user.id), await beginSecondStep(bystander.user.id)];
    await change(ada);
    expect(await findSecondStep(old)).toBeUndefined();
    expect(await findSecondStep(others)).toMatchObject({ id: bystander.user.id });
  });

  it.each(CHANGES)("by %s ends the set-up of an app, whose secret someone else may know", async (_, change) => {
    const [ada, bystander] = [await createUser(), await createUser()];
    for (const { user } of [ada, bystander]) await beginSetUp(user.id);
    await change(ada);
    expect(await findSetUp(ada.user)).toBeUndefined();
    expect(await findSetUp(bystander.user)).toBeDefined();
  });

  it("expires after one hour", async () => {
    const { user } = await createUser();
    await mailPasswordReset(user.email, NOW);
    const token = await mailedToken(user.email, "password_reset");
    expect((await writtenTo(user.email, "password_reset"))[0]?.expiresAt).toEqual(hoursOn(1));
    expect(await isLinkValid("password_reset", token, hoursOn(1))).toBe(false);
    expect(await resetPassword(token, NEW_PASSWORD, { now: hoursOn(1) })).toEqual(LINK_OVER);
    expect(await findByPassword(user.email, PASSWORD)).toMatchObject({ userId: user.id });
  });

  it("refuses a password that is easy to guess, and works afterwards; the owner is notified", async () => {
    const { user } = await createUser({ name: "Ada Lovelace" });
    await mailPasswordReset(user.email);
    const token = await mailedToken(user.email, "password_reset");
    for (const password of ["Password1", "Lovelace-1815", "Amberkeep2"]) {
      expect(await resetPassword(token, password)).toEqual({ ok: false, reason: "guessable" });
    }
    expect(await writtenTo(user.email, "security_alert")).toEqual([]);
    expect((await resetPassword(token, "dusk over the lake", { device: "Firefox on Linux" })).ok).toBe(true);
    const [alert] = await writtenTo(user.email, "security_alert");
    expect(alert?.props).toMatchObject({ event: "password_reset", device: "Firefox on Linux", name: "Ada Lovelace" });
  });

  it("ends every other reset link of the account", async () => {
    const [{ user }, { user: bystander }] = [await createUser(), await createUser()];
    await mailPasswordReset(bystander.email);
    await mailPasswordReset(user.email);
    const first = await mailedToken(user.email, "password_reset");
    await mailPasswordReset(user.email, new Date(Date.now() + 1_000));
    const second = await mailedToken(user.email, "password_reset");
    expect((await resetPassword(second, NEW_PASSWORD)).ok).toBe(true);
    expect(await resetPassword(first, PASSWORD)).toEqual(LINK_OVER);
    expect(await isLinkValid("password_reset", await mailedToken(bystander.email, "password_reset"))).toBe(true);
  });

  it("is not mailed to an unknown email", async () => {
    const before = await db.$count(messages);
    await mailPasswordReset("nobody.at.all@example.org");
    expect(await db.$count(messages)).toBe(before);
  });
});

describe("a session", () => {
  it("finds its user and stores its token only as a digest", async () => {
    const { user, sessionToken } = await createUser({ name: "Ada", timeZone: "Asia/Kolkata" });
    expect((await findSession(sessionToken))?.user).toMatchObject({
      id: user.id,
      name: "Ada",
      timeZone: "Asia/Kolkata",
      isEmailVerified: true,
    });
    const rows = await db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(rows).toMatchObject([{ tokenHash: hashSecretToken(sessionToken) }]);
    expect(JSON.stringify(rows)).not.toContain(sessionToken);
  });

  it("has a new token at every sign-in", async () => {
    const { user, sessionToken } = await createUser();
    expect(await startSession(user.id)).not.toBe(sessionToken);
  });

  it("expires, and unknown tokens find no user", async () => {
    const { user } = await createUser();
    const token = await startSession(user.id, NOW);
    expect(await findSession(token, new Date(hoursOn(SESSION_DAYS * 24).getTime() - 1))).toBeDefined();
    expect(await findSession(token, hoursOn(SESSION_DAYS * 24))).toBeUndefined();
    for (const forged of ["", `${token}x`, hashSecretToken(token)]) {
      expect(await findSession(forged, NOW)).toBeUndefined();
    }
  });

  it("ends at sign-out, without ending the others", async () => {
    const { user, sessionToken } = await createUser();
    const other = await startSession(user.id);
    await endSession(sessionToken);
    expect(await findSession(sessionToken)).toBeUndefined();
    expect(await findSession(other)).toBeDefined();
  });
});
