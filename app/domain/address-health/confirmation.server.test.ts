import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { changeReach } from "~/domain/delivery/readdress.server";
import { loadDashboard } from "~/domain/overview/dashboard.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories, profiles } from "~db/schema";
import { createLetter, DUE_AT, recordOf, reportEvent, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser, type SignedInUser } from "../../../tests/factories/user";
import { answerAddressQuestion, askRecipients, findAddressQuestion, listRecipientsToAsk } from "./confirmation.server";

const MIA = "mia@example.net";
const later = (days: number) => addDays(WRITTEN_AT, days);

let anna: SignedInUser;
let id: string;
beforeEach(async () => {
  anna = await createUser({ name: "Anna Berger", vaultLimit: 10 });
  id = await createLetter(anna.user, { title: "The colander", recipientEmail: MIA, recipientName: "Mia" });
});

const questions = async () => (await writtenTo(MIA, "recipient_confirmation")).filter((mail) => mail.vaultId === id);
const linkOf = async () => (await questions()).at(-1)?.props.url.split("/").at(-1) ?? "";
const question = async () => {
  const found = await findAddressQuestion(await linkOf());
  if (!found) throw new Error("The link leads nowhere.");
  return found;
};
const troubles = () => writtenTo(anna.user.email, "address_trouble");
const concerns = async () => (await loadDashboard(anna.user, "pending", WRITTEN_AT)).concerns.map((one) => one.id);

describe("the question to a recipient", () => {
  it("gives nothing away: no title, no sender, no date", async () => {
    expect(await askRecipients(anna.user, id, WRITTEN_AT)).toEqual({ ok: true, asked: 1 });
    const [mail] = await questions();
    expect(Object.keys(mail?.props ?? {}).sort()).toEqual(["recipientName", "unsubscribeUrl", "url"]);
    expect(await concerns()).toEqual([id]);
  });

  it("is asked three times at most, a week apart, and only by verified senders", async () => {
    for (const days of [0, 1, 6, 7, 8, 14, 21, 28, 400]) await askRecipients(anna.user, id, later(days));
    expect(await questions()).toHaveLength(3);
    const { user: stranger } = await createUser();
    expect(await askRecipients(stranger, id)).toEqual({ ok: false, reason: "not_found" });
    expect(await listRecipientsToAsk(stranger, id)).toBeUndefined();
    expect(await askRecipients({ ...anna.user, isEmailVerified: false }, id)).toEqual({
      ok: false,
      reason: "not_verified",
    });
  });

  it("is asked three times at most about all vaults of a sender, also cancelled ones", async () => {
    const toMia = () => createLetter(anna.user, { recipientEmail: MIA });
    const asked = async () => {
      const vaultIds = (await db.select().from(memories).where(eq(memories.userId, anna.user.id))).map((one) => one.id);
      const mails = await writtenTo(MIA, "recipient_confirmation");
      return mails.filter(({ vaultId }) => vaultIds.includes(vaultId ?? "")).length;
    };
    await askRecipients(anna.user, id, WRITTEN_AT);
    await cancelVault(anna.user, id);
    const second = await toMia();
    for (const days of [1, 8]) expect(await askRecipients(anna.user, second, later(days))).toMatchObject({ asked: 1 });
    const third = await toMia();
    for (const one of [second, third])
      expect(await askRecipients(anna.user, one, later(20))).toEqual({ ok: true, asked: 0 });
    expect(await listRecipientsToAsk(anna.user, third, later(20))).toMatchObject([{ mayBeAsked: false }]);
    expect(await asked()).toBe(3);
    const [other, eve] = [await createLetter(anna.user, { recipientEmail: "max@example.net" }), await createUser()];
    expect(await askRecipients(anna.user, other, later(20))).toMatchObject({ asked: 1 });
    const fromEve = await createLetter(eve.user, { recipientEmail: MIA });
    expect(await askRecipients(eve.user, fromEve, later(20))).toMatchObject({ asked: 1 });
  });

  it("is asked about no other vault of the sender after a no, and about all after a yes", async () => {
    const another = await createLetter(anna.user, { recipientEmail: MIA });
    await askRecipients(anna.user, id, WRITTEN_AT);
    await answerAddressQuestion(await question(), "denied", later(1));
    expect(await askRecipients(anna.user, another, later(2))).toEqual({ ok: true, asked: 0 });
    await answerAddressQuestion(await question(), "confirmed", later(3));
    expect(await askRecipients(anna.user, another, later(4))).toEqual({ ok: true, asked: 1 });
  });

  it("once confirmed is shown to the sender, and not repeated", async () => {
    await askRecipients(anna.user, id, WRITTEN_AT);
    await answerAddressQuestion(await question(), "confirmed", later(1));
    await answerAddressQuestion(await question(), "confirmed", later(2));
    expect(await storedVault(id)).toMatchObject({ addressStatus: "confirmed", addressConcernAt: null });
    expect((await recordOf(id)).filter((kind) => kind === "address_confirmed")).toHaveLength(1);
    expect(await askRecipients(anna.user, id, later(30))).toEqual({ ok: true, asked: 0 });
    expect(await concerns()).toEqual([]);
    expect(await troubles()).toEqual([]);
  });

  it("can be repeated a year after a yes, three times again", async () => {
    await askRecipients(anna.user, id, WRITTEN_AT);
    await askRecipients(anna.user, id, later(7));
    await answerAddressQuestion(await question(), "confirmed", later(8));
    const mayAsk = async (days: number) => (await listRecipientsToAsk(anna.user, id, later(days)))?.[0]?.mayBeAsked;
    expect([await mayAsk(372), await mayAsk(373)]).toEqual([false, true]);
    for (const days of [373, 380, 387, 394, 1000]) await askRecipients(anna.user, id, later(days));
    expect(await questions()).toHaveLength(5);
    expect((await storedVault(id)).addressStatus).toBe("asked");
    await answerAddressQuestion(await question(), "denied", later(1001));
    expect(await troubles()).toHaveLength(1);
  });

  it("once denied is mailed to the sender at once, and can be corrected after a slip", async () => {
    await askRecipients(anna.user, id, WRITTEN_AT);
    await answerAddressQuestion(await question(), "denied", later(1));
    const [mail] = await troubles();
    expect(mail?.props.vaults).toMatchObject([{ title: "The colander", recipientEmail: MIA }]);
    expect((await storedVault(id)).addressStatus).toBe("denied");
    expect(await askRecipients(anna.user, id, later(30))).toEqual({ ok: true, asked: 0 });
    await answerAddressQuestion(await question(), "confirmed", later(2));
    expect((await storedVault(id)).addressStatus).toBe("confirmed");
  });

  it("that bounces is reported to the sender once", async () => {
    await askRecipients(anna.user, id, WRITTEN_AT);
    const [mail] = await questions();
    await reportEvent(mail?.id ?? null, "bounced", "550 no such user");
    await reportEvent(mail?.id ?? null, "bounced", "550 no such user");
    expect((await storedVault(id)).addressStatus).toBe("returned");
    expect(await troubles()).toHaveLength(1);
  });

  it("is not answered by a forged link, for another address, or after the day has come", async () => {
    await askRecipients(anna.user, id, WRITTEN_AT);
    const link = await linkOf();
    expect(await findAddressQuestion(link)).toMatchObject({ email: MIA });
    expect(await findAddressQuestion(`${link.slice(0, -1)}_`)).toBeUndefined();
    expect(await findAddressQuestion("")).toBeUndefined();
    await sealVault(anna.user, id, later(1));
    expect(await findAddressQuestion(link)).toBeDefined();
    await changeReach(anna.user, id, { email: "mia.berger@example.net" }, later(2));
    expect(await findAddressQuestion(link)).toBeUndefined();
    expect(await storedVault(id)).toMatchObject({ addressStatus: null, addressConcernAt: null });
    await changeReach(anna.user, id, { email: MIA }, later(3));
    expect(await findAddressQuestion(link)).toBeDefined();
    await db.update(profiles).set({ emailVerifiedAt: WRITTEN_AT }).where(eq(profiles.id, anna.user.id));
    await deliverVault(id, DUE_AT);
    expect(await findAddressQuestion(link)).toBeUndefined();
    expect(await storedVault(id)).toMatchObject({ addressStatus: null, nextCheckAt: null });
  });
});
