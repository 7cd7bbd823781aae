import { expect, it } from "vitest";
import { requestErasure } from "~/domain/account/erasure-request.server";
import type { Preference } from "~/domain/outbox/email-preferences";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { findSubscription, setSubscription } from "~/domain/outbox/unsubscribe.server";
import { renderEmail } from "~/emails/catalogue";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { sendToAccounts } from "./send-to-accounts.server";

const ISSUE = { subject: "Spring", paragraphs: ["The first letters have arrived."] };

async function createReader(preference?: Preference, options: { verified?: boolean } = {}) {
  const { user } = await createUser({ name: "Anna Berger", ...options });
  if (preference) await changePreferences(user.id, { [preference]: true });
  return user;
}

it.each([
  ["product-updates", "productUpdates", "marketingEmails", "product_update", "Product updates"],
  ["marketing-emails", "marketingEmails", "productUpdates", "marketing_email", "Marketing emails"],
] as const)(
  "goes once to every account that wants %s, and to no other",
  async (name, preference, unlike, kind, label) => {
    const reader = await createReader(preference);
    const others = [
      await createReader(),
      await createReader(unlike),
      await createReader(preference, { verified: false }),
      await createReader(preference),
    ];
    await requestErasure(others[3] ?? expect.unreachable(), { waitingVaults: "deliver" });
    expect(await sendToAccounts(ISSUE, name)).toBe(await sendToAccounts(ISSUE, name));
    const [mail, ...more] = await writtenTo(reader.email, kind);
    expect(more).toEqual([]);
    for (const { email } of others) expect(await writtenTo(email, kind)).toEqual([]);
    const { subject, text } = renderEmail(kind, mail?.props);
    expect(subject).toBe("Spring");
    expect(text).toContain("Dear Anna,");
    expect(text.replace(/\s+/g, " ")).toContain(`because “${label}” is on in your account`);

    const link = mail?.props.unsubscribeUrl?.split("/").at(-1) ?? "";
    await setSubscription((await findSubscription(link)) ?? expect.unreachable(), false);
    await sendToAccounts({ ...ISSUE, subject: "Summer" }, name);
    expect(await writtenTo(reader.email, kind)).toHaveLength(1);
  },
);
