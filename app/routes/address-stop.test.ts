import { createId } from "@paralleldrive/cuid2";
import { addHours } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { answerBackupRequest } from "~/domain/delivery/backup-contact.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { readdress } from "~/domain/delivery/readdress.server";
import { sendToProposedAddresses } from "~/domain/delivery/send-to-proposed.server";
import { correctAddress } from "~/domain/legacy-help/contact-actions.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import type { Browser } from "../../tests/factories/browser";
import { ALL_PERMISSIONS, askAbout, createContact, helperOf } from "../../tests/factories/legacy";
import { createFailedLetter, createLetter, DUE_AT, deliveriesOf, reportEvent } from "../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as addressStop from "./address-stop.$link";
import * as memory from "./memories.$id";

const randomEmail = () => `${createId()}@example.net`;

/** The backup contact gave another address at `DUE_AT`. The letter is held unless we await their answer. */
async function arrange({ isHeld = false } = {}) {
  const owner = await createUser({ name: "Ada", vaultLimit: 5 });
  const backupEmail = randomEmail();
  const { id, delivery } = await createFailedLetter(owner.user, isHeld ? {} : { backupName: "Ben", backupEmail });
  const given = randomEmail();
  expect(await answerBackupRequest({ deliveryId: delivery.id, vaultId: id, backupEmail }, given, DUE_AT)).toEqual({
    ok: true,
  });
  return { ...owner, id, delivery, given };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;

const see = (id: string, browser: Browser) =>
  answerOf(memory.loader, pageRequest(`/memories/${id}`, browser), browser, { id });

async function toCheck({ id, browser }: Pick<Arranged, "id" | "browser">) {
  return (await (await see(id, browser)).json()).addressesToCheck;
}

const linkIn = (path: string) => ({ link: path.split("/address-stop/")[1] ?? "" });

describe("an address from a contact, on the page of the vault's owner", () => {
  it("is there with the link of the mail, until it was stopped", async () => {
    const kept = await arrange();
    const { user, given, browser } = kept;
    const [address] = await toCheck(kept);
    expect(address).toEqual({
      href: expect.any(String),
      recipientName: "Mia",
      email: given,
      contactName: "Ben",
      isLegacy: false,
      opensOn: "June 17, 2031",
    });
    const params = linkIn(address.href);
    const [mail] = await writtenTo(user.email, "proposed_address");
    expect(linkIn(mail?.props.url ?? "")).toEqual(params);
    const page = await answerOf(addressStop.loader, pageRequest(address.href, browser), browser, params);
    expect(await page.json()).toMatchObject({ email: given, state: "waiting" });
    const stopped = await answerOf(addressStop.action, formRequest(address.href, {}, browser), browser, params);
    await expect(stopped).toSendToast({ title: "Stopped" });
    expect(await toCheck(kept)).toEqual([]);
  });

  it("names the legacy contact who gave it, and is not for them", async () => {
    const [{ user: owner, browser }, eva] = [await createUser({ name: "Ada" }), await createUser()];
    const contact = await createContact(owner, { ...ALL_PERMISSIONS, email: eva.user.email });
    const { id, delivery } = await createFailedLetter(owner);
    await askAbout(delivery);
    const email = randomEmail();
    const helper = await helperOf(contact.id, id);
    expect(await correctAddress(helper, { deliveryId: delivery.id, email }, DUE_AT)).toEqual({ ok: true });
    expect(await toCheck({ id, browser })).toMatchObject([{ email, contactName: "Eva Sommer", isLegacy: true }]);
    expect(await see(id, eva.browser)).toHaveRedirect("/dashboard", 302);
  });

  it("has the later day once the mail about it left late", async () => {
    const kept = await arrange();
    const [notice] = await writtenTo(kept.user.email, "proposed_address");
    await sendMessage(notice?.id ?? "", "worker", addHours(DUE_AT, 20));
    await sendToProposedAddresses(addHours(DUE_AT, 72));
    expect(await toCheck(kept)).toMatchObject([{ email: kept.given, opensOn: "June 18, 2031" }]);
  });

  it.each<[string, (kept: Arranged) => Promise<unknown>]>([
    [
      "it was sent there",
      async ({ user }) => {
        const [notice] = await writtenTo(user.email, "proposed_address");
        await sendMessage(notice?.id ?? "", "worker", DUE_AT);
        await sendToProposedAddresses(addHours(DUE_AT, 72));
      },
    ],
    [
      "it failed there, too",
      async ({ user, id }) => {
        const [notice] = await writtenTo(user.email, "proposed_address");
        await sendMessage(notice?.id ?? "", "worker", DUE_AT);
        await sendToProposedAddresses(addHours(DUE_AT, 72));
        await reportEvent((await deliveriesOf(id))[0]?.messageId ?? "", "bounced");
      },
    ],
    [
      "the recipient has opened the letter",
      async ({ delivery }) => {
        const [failed] = await db.select().from(deliveries).where(eq(deliveries.id, delivery.id));
        await inTransaction((tx) => recordOpening(tx, failed ?? expect.unreachable(), DUE_AT));
      },
    ],
    [
      "the owner gave another one",
      ({ user, id, delivery }) => readdress(user, id, { deliveryId: delivery.id, email: randomEmail() }, DUE_AT),
    ],
  ])("is gone once %s", async (_, end) => {
    const kept = await arrange();
    expect(await toCheck(kept)).toHaveLength(1);
    await end(kept);
    expect(await toCheck(kept)).toEqual([]);
  });

  it("is there for a held vault, and gone once that was cancelled", async () => {
    const kept = await arrange({ isHeld: true });
    expect(await toCheck(kept)).toMatchObject([{ email: kept.given }]);
    expect(await cancelVault(kept.user, kept.id)).toMatchObject({ ok: true });
    expect(await toCheck(kept)).toEqual([]);
  });

  it("of a board is there for each person, and not for those who can read it", async () => {
    const [host, reader] = [await createUser({ name: "Ada" }), await createUser()];
    const backupEmail = randomEmail();
    const boardRecipients = [
      { name: "Mia", email: randomEmail() },
      { name: "Tom", email: randomEmail() },
      { name: "Eva", email: reader.user.email },
    ];
    const id = await createLetter(host.user, {
      type: "memory-board",
      deliveryDate: "2020-01-01",
      boardRecipients,
      backupEmail,
    });
    await deliverVault(id);
    const all = await deliveriesOf(id);
    const given: Record<string, string> = { Mia: randomEmail(), Tom: randomEmail() };
    for (const { id: deliveryId, recipientName, messageId } of all) {
      const email = given[recipientName];
      if (!email) continue;
      await reportEvent(messageId, "bounced");
      expect(await answerBackupRequest({ deliveryId, vaultId: id, backupEmail }, email, DUE_AT)).toEqual({ ok: true });
    }
    const listed: { recipientName: string; email: string; contactName: string }[] = await toCheck({ id, ...host });
    expect(Object.fromEntries(listed.map(({ recipientName, email }) => [recipientName, email]))).toEqual(given);
    expect(listed.map(({ contactName }) => contactName)).toEqual([backupEmail, backupEmail]);

    await open(reader, all);
    const page = await (await see(id, reader.browser)).text();
    expect(JSON.parse(page)).toMatchObject({ as: "reader" });
    for (const email of Object.values(given)) expect(page).not.toContain(email);
    expect(page).not.toContain("address-stop");
  });
});

async function open({ user }: SignedInUser, all: (typeof deliveries.$inferSelect)[]): Promise<void> {
  const own = all.find(({ recipientEmail }) => recipientEmail === user.email) ?? expect.unreachable();
  await inTransaction((tx) => recordOpening(tx, own, DUE_AT));
}
