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
  it("are the default ones until each is changed", async () => {
    expect(await readPreferences(user.id)).toEqual(DEFAULTS);
    await changePreferences(user.id, { weeklyDigest: false });
    await changePreferences(user.id, { marketingEmails: true });
    expect(await readPreferences(user.id)).toEqual({ ...DEFAULTS, weeklyDigest: false, marketingEmails: true });
  });

  it("that it opted out of are not written, while its letters still go out", async () => {
    await changePreferences(user.id, { vaultDelivery: false });
    await handOver();
    expect(await notices()).toEqual([]);
  });

  it("that are required are always written, without an unsubscribe link", async () => {
    await changePreferences(user.id, { vaultDelivery: false });
    await createFailedLetter(user);
    const [mail] = await writtenTo(user.email, "not_delivered");
    expect(mail?.props).toBeDefined();
    expect(mail?.props).not.toHaveProperty("unsubscribeUrl");
  });
});

describe("the link in an optional mail", () => {
  it("ends this kind only, and starts it again", async () => {
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

  it("cannot be changed to another kind or person", async () => {
    await handOver();
    const link = linkIn((await notices())[0]?.props.unsubscribeUrl);
    const [{ user: other }, mark] = [await createUser(), link.split(".")[2] ?? ""];
    for (const forged of [
      link.replace("vaultDelivery", "weeklyDigest"),
      link.replace("vaultDelivery", "securityAlerts"),
      link.replace(user.id, other.id),
      link.replace(mark, "A".repeat(mark.length)),
      link.slice(0, -1),
      "",
    ]) {
      expect(await findSubscription(forged)).toBeUndefined();
    }
  });
});
