import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { requestErasure } from "~/domain/account/erasure-request.server";
import type { Preference } from "~/domain/outbox/email-preferences";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { findSubscription, setSubscription } from "~/domain/outbox/unsubscribe.server";
import { renderEmail } from "~/emails/catalogue";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { nameOperator } from "../../../tests/factories/operator";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { sendToAccounts } from "./send-to-accounts.server";

const ISSUE = { subject: "Spring", paragraphs: ["The first letters have arrived."] };

async function createReader(preference?: Preference, options: { verified?: boolean } = {}) {
  const { user } = await createUser({ name: "Anna Berger", ...options });
  if (preference) await changePreferences(user.id, { [preference]: true });
  return user;
}

async function refuseMail({ id }: { id: string }) {
  await db.update(profiles).set({ failedMailAt: new Date(), isFailedMailRefused: true }).where(eq(profiles.id, id));
}

it.each([
  ["product-updates", "productUpdates", "marketingEmails", "product_update", "Product updates"],
  ["marketing-emails", "marketingEmails", "productUpdates", "marketing_email", "Marketing emails"],
] as const)(
  "goes once to every account that wants %s, and to no other",
  async (name, preference, unlike, kind, label) => {
    nameOperator("Ada, 1 Lake Road, Zurich");
    const reader = await createReader(preference);
    const others = [
      await createReader(),
      await createReader(unlike),
      await createReader(preference, { verified: false }),
      await createReader(preference),
      await createReader(preference),
    ];
    await requestErasure(others[3] ?? expect.unreachable(), { waitingVaults: "deliver" });
    await refuseMail(others[4] ?? expect.unreachable());
    expect(await sendToAccounts(ISSUE, name)).toBe(await sendToAccounts(ISSUE, name));
    const [mail, ...more] = await writtenTo(reader.email, kind);
    expect(more).toEqual([]);
    for (const { email } of others) expect(await writtenTo(email, kind)).toEqual([]);
    const { subject, text } = renderEmail(kind, mail?.props);
    expect(subject).toBe("Spring");
    expect(text).toContain("Dear Anna,");
    expect(text.replace(/\s+/g, " ")).toContain(
      `because “${label}” is on in your account. Sent by Ada, 1 Lake Road, Zurich.`,
    );

    const link = mail?.props.unsubscribeUrl?.split("/").at(-1) ?? "";
    await setSubscription((await findSubscription(link)) ?? expect.unreachable(), false);
    await sendToAccounts({ ...ISSUE, subject: "Summer" }, name);
    expect(await writtenTo(reader.email, kind)).toHaveLength(1);
  },
);

it("goes to every account once if it is announced in the terms, and has no name for an unverified address", async () => {
  const readers = [await createReader(), await createReader(undefined, { verified: false }), await createReader()];
  await refuseMail(readers[0] ?? expect.unreachable());
  const [reader, unverified, leaving] = readers.map((user) => user ?? expect.unreachable());
  if (!reader || !unverified || !leaving) throw new Error("There are too few accounts.");
  await requestErasure(leaving, { waitingVaults: "deliver" });
  const { user: erased } = await createUser();
  await db.update(profiles).set({ erasedAt: new Date() }).where(eq(profiles.id, erased.id));
  expect(await sendToAccounts(ISSUE, "every-account")).toBe(await sendToAccounts(ISSUE, "every-account"));
  for (const { email } of [reader, unverified, leaving]) {
    const mails = await writtenTo(email, "announcement");
    expect(mails).toHaveLength(1);
    const { text } = renderEmail("announcement", mails[0]?.props);
    expect(text).toContain(email === unverified.email ? "\n\nHello,\n" : "\n\nDear Anna,\n");
    expect(text).not.toContain("Stop these emails");
  }
  expect(await writtenTo(erased.email, "announcement")).toEqual([]);
});
