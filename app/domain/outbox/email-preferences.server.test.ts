import { beforeEach, describe, expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { createDueLetter, createFailedLetter, DUE_AT } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { DEFAULTS } from "./email-preferences";
import { changePreferences, readPreferences } from "./email-preferences.server";
import { findSubscription, setSubscription } from "./unsubscribe.server";

let user: User;
beforeEach(async () => {
  ({ user } = await createUser());
});

async function handOver(): Promise<void> {
  const { delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  expect(await writtenTo(delivery.recipientEmail, "delivery")).toHaveLength(1);
}
const notices = () => writtenTo(user.email, "delivered_notice");
const linkIn = (url = "") => url.split("/unsubscribe/")[1] ?? "";

describe("the mails of an account", () => {
  it("are the usual ones until it says otherwise, and others then, one by one", async () => {
    expect(await readPreferences(user.id)).toEqual(DEFAULTS);
    await changePreferences(user.id, { weeklyDigest: false });
    await changePreferences(user.id, { marketingEmails: true });
    expect(await readPreferences(user.id)).toEqual({ ...DEFAULTS, weeklyDigest: false, marketingEmails: true });
  });

  it("that are not wanted are not written, while letters go to their recipients all the same", async () => {
    await changePreferences(user.id, { vaultDelivery: false });
    await handOver();
    expect(await notices()).toEqual([]);
  });

  it("that need the person are written whatever was chosen, and offer no end", async () => {
    await changePreferences(user.id, { vaultDelivery: false });
    await createFailedLetter(user);
    const [mail] = await writtenTo(user.email, "not_delivered");
    expect(mail?.props).toBeDefined();
    expect(mail?.props).not.toHaveProperty("unsubscribeUrl");
  });
});

describe("the link in a mail that one may do without", () => {
  it("ends this kind and no other, and begins it again", async () => {
    await handOver();
    const link = linkIn((await notices())[0]?.props.unsubscribeUrl);
    const subscription = await findSubscription(link);
    expect(subscription).toMatchObject({ userId: user.id, preference: "vaultDelivery", isOn: true });
    if (!subscription) return;
    await setSubscription(subscription, false);
    expect(await readPreferences(user.id)).toEqual({ ...DEFAULTS, vaultDelivery: false });
    await setSubscription(subscription, true);
    expect(await readPreferences(user.id)).toEqual(DEFAULTS);
  });

  it("cannot be made into one of another kind or another person", async () => {
    await handOver();
    const link = linkIn((await notices())[0]?.props.unsubscribeUrl);
    const { user: other } = await createUser();
    for (const forged of [
      link.replace("vaultDelivery", "weeklyDigest"),
      link.replace("vaultDelivery", "securityAlerts"),
      link.replace(user.id, other.id),
      link.slice(0, -1),
      "",
    ]) {
      expect(await findSubscription(forged)).toBeUndefined();
    }
  });
});
