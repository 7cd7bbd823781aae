import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours, addMinutes, addMonths, addYears, subDays, subMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { storageProof } from "~/domain/media/storage-proof.server";

const server = await vi.hoisted(async () => {
  const { startNameServer } = await import("../../../tests/mocks/name-server");
  const { mkdtemp } = await import("node:fs/promises");
  const started = await startNameServer({
    "post.amberkeep-zone.net": { mx: ["mx1.amberkeep-zone.net"] },
    "none.amberkeep-zone.net": { mx: ["."] },
    "broken.amberkeep-zone.net": { isBroken: true },
  });
  process.env.DNS_SERVERS = started.address;
  process.env.AMBERKEEP_HOME = await mkdtemp("/tmp/amberkeep-address-health-");
  return started;
});

const { readdir } = await import("node:fs/promises");
const { updateVault } = await import("~/domain/writing/schedule.server");
const { requestErasure, stopErasure } = await import("~/domain/account/erasure-request.server");
const { eraseAccounts } = await import("~/domain/maintenance/erase-accounts.server");
const { verifyEmail } = await import("~/domain/account/account.server");
const { deliverBatch, deliverVault } = await import("~/domain/delivery/deliver-vault.server");
const { changeReach } = await import("~/domain/delivery/readdress.server");
const { cancelVault, sealVault } = await import("~/domain/writing/seal-or-cancel.server");
const { changePreferences } = await import("~/domain/outbox/email-preferences.server");
const { findStillRightQuestion, confirmStillRight } = await import("./still-right.server");
const { answerAddressQuestion, askRecipients, findAddressQuestion, listRecipientsToAsk } = await import(
  "./confirmation.server"
);
const { checkAddressHealth } = await import("./check-address-health.server");
const { env } = await import("~/env.server");
const { putMedia } = await import("~/services/media-store.server");
const { db } = await import("~/services/db.server");
const { log } = await import("~/services/log.server");
const { linkTokens, media, memories, messages, profiles } = await import("~db/schema");
const { createDraft, createLetter, letterInput, storedVault } = await import("../../../tests/factories/letter");
const { listEvents } = await import("~/domain/vault/history.server");
const { encryptContent } = await import("~/domain/vault/vault-content.server");
const { removeContact, listContacts } = await import("~/domain/legacy/contacts.server");
const { answerInvitation } = await import("~/domain/legacy/invitation.server");
const { listTroubled } = await import("./other-addresses.server");
const { createContact } = await import("../../../tests/factories/legacy");
const { createUser, reload } = await import("../../../tests/factories/user");
const { writtenTo } = await import("../../../tests/factories/outbox");
const { analyzeTables, createCrowd } = await import("../../../tests/factories/full-account");
const { costOf, explain, statementsOf } = await import("../../../tests/factories/statements");

afterAll(async () => {
  server.stop();
  await rm(env.AMBERKEEP_HOME, { recursive: true });
});

/** When the sender signed up and wrote, and when the vault is due. */
const CAME = new Date("2030-01-01T12:00:00Z");
const DUE = new Date("2034-06-14T09:00:00Z");
const goodEmail = () => `${createId()}@post.amberkeep-zone.net`;
const badEmail = () => `${createId()}@none.amberkeep-zone.net`;

let person: Awaited<ReturnType<typeof createUser>>;
beforeEach(async () => {
  await db.update(memories).set({ nextCheckAt: null, isSenderVerified: false });
  person = await createUser({ name: "Ada", vaultLimit: 100 });
  await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, person.user.id));
});

const write = (recipientEmail = goodEmail(), title = "For you") =>
  createLetter(person.user, { title, recipientEmail, deliveryDate: "2034-06-14" }, CAME);
/** Asks the recipient, who confirms. */
async function confirm(id: string, now: Date): Promise<void> {
  await askRecipients(person.user, id, now);
  const mail = (await writtenTo((await storedVault(id)).recipientEmail ?? "", "recipient_confirmation")).at(-1);
  const question = await findAddressQuestion(mail?.props.url.split("/").at(-1) ?? "");
  if (!question) throw new Error("The link leads nowhere.");
  await answerAddressQuestion(question, "confirmed", now);
}
const mails = async (kind: "address_trouble" | "still_right" | "annual_letter" | "verify_reminder") =>
  (await writtenTo(person.user.email, kind)).length;

describe("the addresses of waiting vaults", () => {
  it("are checked when a vault is written: a hint to the sender and no mail", async () => {
    const [good, bad, unknown] = [
      await write(),
      await write(badEmail(), "B"),
      await write(`${createId()}@broken.amberkeep-zone.net`, "C"),
    ];
    await checkAddressHealth(CAME);
    expect((await storedVault(good)).addressStatus).toBeNull();
    expect(await storedVault(bad)).toMatchObject({ addressStatus: "no_mail", addressConcernAt: CAME });
    expect(await storedVault(unknown)).toMatchObject({ addressStatus: null, addressConcernAt: null });
    expect(await mails("address_trouble")).toBe(0);
  });

  it("are not checked in the minutes around the delivery", async () => {
    const id = await write(badEmail());
    await checkAddressHealth(subMinutes(DUE, 5));
    expect((await storedVault(id)).addressStatus).toBeNull();
    await checkAddressHealth(addMinutes(DUE, 11));
    expect((await storedVault(id)).addressStatus).toBe("no_mail");
  });

  it("are not asked about while they are to be cancelled with their account, and afterwards if it stays", async () => {
    await write(badEmail());
    const due = subDays(DUE, 30);
    await requestErasure(person.user, { waitingVaults: "cancel" }, subDays(due, 1));
    await checkAddressHealth(due);
    expect([await mails("address_trouble"), await mails("annual_letter")]).toEqual([0, 0]);
    await stopErasure(person.user.id, addDays(due, 1));
    await checkAddressHealth(addDays(due, 1));
    expect(await mails("address_trouble")).toBe(1);
  });

  it("are checked again when they change, and no longer once nothing waits", async () => {
    const id = await write(badEmail());
    await checkAddressHealth(CAME);
    const input = letterInput({ title: "For you", recipientEmail: goodEmail(), deliveryDate: "2034-06-14" });
    await updateVault(person.user, id, input, addDays(CAME, 1));
    await checkAddressHealth(addDays(CAME, 1));
    expect(await storedVault(id)).toMatchObject({ addressStatus: null, addressConcernAt: null });
    await cancelVault(person.user, id, addDays(CAME, 2));
    expect((await storedVault(id)).nextCheckAt).toBeNull();
  });

  it("are checked 90 and 30 days ahead, with one mail to the sender about all problems", async () => {
    await write();
    await checkAddressHealth(CAME);
    for (const days of [91, 90, 30]) await checkAddressHealth(subDays(DUE, days));
    expect(await mails("address_trouble")).toBe(0);

    await Promise.all([write(badEmail(), "One"), write(badEmail(), "Two")]);
    await checkAddressHealth(CAME);
    await checkAddressHealth(subDays(DUE, 90));
    await checkAddressHealth(subDays(DUE, 89));
    const [mail] = await writtenTo(person.user.email, "address_trouble");
    expect(mail?.props.vaults.map(({ title }) => title).sort()).toEqual(["One", "Two"]);
    await checkAddressHealth(subDays(DUE, 30));
    expect(await mails("address_trouble")).toBe(2);
  });

  it("are reported when their domain dies after the recipient confirmed", async () => {
    const id = await write(badEmail());
    await checkAddressHealth(CAME);
    await confirm(id, addDays(CAME, 1));
    expect((await storedVault(id)).addressStatus).toBe("confirmed");
    const mayBeAsked = async (now: Date) => (await listRecipientsToAsk(person.user, id, now))?.[0]?.mayBeAsked;
    expect(await mayBeAsked(addDays(CAME, 30))).toBe(false);

    await checkAddressHealth(addYears(CAME, 1));
    expect(await storedVault(id)).toMatchObject({ addressStatus: "no_mail", addressConcernAt: addYears(CAME, 1) });
    const [letter] = await writtenTo(person.user.email, "annual_letter");
    expect(letter?.props.vaults[0]?.address).toBe("This mailbox doesn’t exist");
    await checkAddressHealth(subDays(DUE, 90));
    const [mail] = await writtenTo(person.user.email, "address_trouble");
    expect(mail?.props.vaults).toMatchObject([{ trouble: "This mailbox doesn’t exist" }]);
    expect(await mayBeAsked(subDays(DUE, 90))).toBe(true);

    await confirm(id, subDays(DUE, 89));
    expect((await storedVault(id)).addressStatus).toBe("confirmed");
  });

  it("cause one mail when several workers check them at once after months of downtime", async () => {
    await write(badEmail());
    await checkAddressHealth(CAME);
    const back = subDays(DUE, 20);
    await Promise.all([checkAddressHealth(back), checkAddressHealth(back), checkAddressHealth(back)]);
    await checkAddressHealth(addDays(back, 1));
    expect(await mails("address_trouble")).toBe(1);
    expect(await mails("still_right")).toBe(1);
    expect(await mails("annual_letter")).toBe(1);
  });
});

describe("the addresses that are used once the recipient’s own fails", () => {
  const [secondEmail, backupEmail] = [badEmail(), badEmail()];
  const others = { secondEmail, backupName: "Ida Brandt", backupEmail };
  const input = (reach: object) => ({
    title: "For you",
    recipientEmail: goodEmail(),
    deliveryDate: "2034-06-14",
    ...reach,
  });
  const letter = (reach: object = others) => createLetter(person.user, input(reach), CAME);
  const NO_MAIL = "This mailbox doesn’t exist";
  const reported = async () => (await writtenTo(person.user.email, "address_trouble")).at(-1)?.props;
  const shownInSettings = async () =>
    (await listContacts(person.user)).flatMap(({ isUnreachable, email }) => (isUnreachable ? [email] : []));

  it("are checked when they are written: a hint on the page, no mail, and nothing said of the recipient", async () => {
    const id = await letter();
    await checkAddressHealth(CAME);
    const stored = await storedVault(id);
    expect(await listTroubled(stored)).toEqual([
      { role: "second", name: "", email: secondEmail, trouble: NO_MAIL },
      { role: "backup", name: "Ida Brandt", email: backupEmail, trouble: NO_MAIL },
    ]);
    expect(stored).toMatchObject({ addressStatus: null, addressConcernAt: null });
    expect(await mails("address_trouble")).toBe(0);
    expect(await db.$count(messages, eq(messages.toAddress, backupEmail))).toBe(0);
  });

  it("are checked again soon when only they change, and what is known of the recipient stays", async () => {
    const id = await createLetter(person.user, input({ recipientEmail: badEmail() }), CAME);
    await checkAddressHealth(CAME);
    const { recipientEmail } = await storedVault(id);
    const changedAt = addDays(CAME, 1);
    await changeReach(person.user, id, { email: recipientEmail ?? "", backupEmail }, changedAt);
    expect(await storedVault(id)).toMatchObject({ addressStatus: "no_mail", addressConcernAt: CAME });
    await checkAddressHealth(changedAt);
    expect(await listTroubled(await storedVault(id))).toMatchObject([{ role: "backup", trouble: NO_MAIL }]);
    expect(await storedVault(id)).toMatchObject({ addressStatus: "no_mail", addressConcernAt: CAME });
  });

  it("are reported to the sender before the day, each once, in the one mail about the recipients", async () => {
    const { email } = await createContact(person.user, { email: badEmail(), updateEmail: true });
    await Promise.all([letter({ ...others, title: "One" }), write(badEmail(), "Two")]);
    await checkAddressHealth(CAME);
    expect(await mails("address_trouble")).toBe(0);
    await checkAddressHealth(subDays(DUE, 90));
    await checkAddressHealth(subDays(DUE, 89));
    expect(await mails("address_trouble")).toBe(1);
    const mail = await reported();
    const told = mail?.vaults.map(({ role = "recipient", title, recipientName }) => [role, title, recipientName]);
    expect(told?.sort()).toEqual([
      ["backup", "One", "Ida Brandt"],
      ["legacy", "", "Eva Sommer"],
      ["recipient", "Two", "Mia"],
      ["second", "One", "Mia"],
    ]);
    expect(mail?.vaults.find(({ role }) => role === "legacy")?.recipientEmail).toBe(email);
    expect(mail?.url).toBe(`${env.BASE_URL}/dashboard`);
  });

  it("are reported with a link to the vault if they are all its own, but for a legacy contact", async () => {
    await createContact(person.user, { email: badEmail() });
    const id = await letter();
    await checkAddressHealth(subDays(DUE, 90));
    expect((await reported())?.vaults).toHaveLength(3);
    expect((await reported())?.url).toBe(`${env.BASE_URL}/create?edit=true&id=${id}`);
  });

  it("are reported for legacy contacts although all is well with the vaults, and shown in the settings", async () => {
    const { email } = await createContact(person.user, { email: badEmail() });
    await createContact(person.user, { email: goodEmail() });
    await write();
    expect(await shownInSettings()).toEqual([]);
    await checkAddressHealth(CAME);
    expect(await shownInSettings()).toEqual([email]);
    await checkAddressHealth(subDays(DUE, 30));
    expect(await reported()).toMatchObject({
      vaults: [{ role: "legacy", recipientName: "Eva Sommer", trouble: NO_MAIL }],
      url: `${env.BASE_URL}/settings/legacy-contacts`,
    });
  });

  it("do not include contacts who were removed, or have declined or not answered", async () => {
    const removed = await createContact(person.user, { email: badEmail() });
    const gone = await createContact(person.user, { email: badEmail() });
    await createContact(person.user, { email: badEmail(), answer: "none" });
    await write();
    await checkAddressHealth(CAME);
    await removeContact(person.user, removed.id, CAME);
    await answerInvitation({ contactId: gone.id }, "decline", CAME);
    await checkAddressHealth(addYears(CAME, 1));
    await checkAddressHealth(subDays(DUE, 90));
    expect(await shownInSettings()).toEqual([]);
    expect(await mails("address_trouble")).toBe(0);
    expect((await writtenTo(person.user.email, "annual_letter")).map(({ props }) => props.contacts)).toEqual([[], []]);
  });

  it("are in the yearly letter, with what was found", async () => {
    const good = goodEmail();
    const { email } = await createContact(person.user, { email: good });
    await letter({ ...others, secondEmail: good });
    await checkAddressHealth(addYears(CAME, 1));
    const [mail] = await writtenTo(person.user.email, "annual_letter");
    expect(mail?.props.vaults[0]?.others).toEqual([
      { role: "second", name: "", email: good },
      { role: "backup", name: "Ida Brandt", email: backupEmail, trouble: NO_MAIL },
    ]);
    expect(mail?.props.contacts).toEqual([{ role: "legacy", name: "Eva Sommer", email }]);
  });

  it("do not include one that the ladder skips, being the recipient’s own or the second address", async () => {
    const recipientEmail = badEmail();
    const id = await letter({ recipientEmail, secondEmail: recipientEmail, backupEmail: recipientEmail });
    const other = await letter({ secondEmail, backupEmail: secondEmail, title: "Two" });
    await checkAddressHealth(CAME);
    expect(await listTroubled(await storedVault(id))).toEqual([]);
    expect(await listTroubled(await storedVault(other))).toMatchObject([{ role: "second" }]);
  });
});

describe("a check that failed", () => {
  const fail = () => vi.spyOn(db, "transaction").mockRejectedValueOnce(new Error("Lock wait timeout exceeded"));
  let logged: ReturnType<typeof vi.spyOn>;
  beforeAll(() => {
    logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  });
  beforeEach(() => logged.mockClear());
  afterAll(() => logged.mockRestore());

  it("is tried again in an hour, and then writes what was due", async () => {
    await write(badEmail());
    await checkAddressHealth(CAME);
    const failedAt = subDays(DUE, 90);
    const failing = fail();
    await checkAddressHealth(failedAt);
    expect(logged).toHaveBeenCalledOnce();
    failing.mockRestore();
    await checkAddressHealth(addMinutes(failedAt, 59));
    expect(await mails("address_trouble")).toBe(0);
    await checkAddressHealth(addHours(failedAt, 1));
    await checkAddressHealth(addHours(failedAt, 2));
    expect(await mails("address_trouble")).toBe(1);
    expect(await mails("annual_letter")).toBe(1);
  });

  it("is tried again at once for a vault that was changed", async () => {
    const id = await write();
    const failing = fail();
    await checkAddressHealth(CAME);
    failing.mockRestore();
    const changedAt = addMinutes(CAME, 10);
    const input = letterInput({ title: "For you", recipientEmail: badEmail(), deliveryDate: "2034-06-14" });
    await updateVault(person.user, id, input, changedAt);
    await checkAddressHealth(addMinutes(changedAt, 1));
    expect((await storedVault(id)).addressStatus).toBe("no_mail");
  });

  it("ends no vault without its notice", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { deliveryDate: "2034-06-14" }, CAME);
    await checkAddressHealth(addDays(DUE, 334));
    const failing = fail();
    await checkAddressHealth(addDays(DUE, 335));
    failing.mockRestore();
    await checkAddressHealth(addDays(DUE, 366));
    const notice = (await writtenTo(user.email, "verify_reminder")).at(-1);
    expect(notice?.props.vaults[0]?.endsOn).toBe("2035-07-15");
    await checkAddressHealth(addDays(DUE, 395));
    expect((await storedVault(id)).state).toBe("scheduled");
    await checkAddressHealth(addDays(DUE, 396));
    expect((await storedVault(id)).state).toBe("cancelled");
  });
});

describe("the yearly question", () => {
  const asked = addMonths(CAME, 6);

  it("names all waiting vaults, and is answered once for these addresses, without a login", async () => {
    const [id] = [await write(goodEmail(), "One"), await write(goodEmail(), "Two")];
    await checkAddressHealth(CAME);
    await checkAddressHealth(asked);
    await checkAddressHealth(addDays(asked, 1));
    const [mail, ...others] = await writtenTo(person.user.email, "still_right");
    expect(others).toEqual([]);
    expect(mail?.props.vaults.map(({ title }) => title).sort()).toEqual(["One", "Two"]);
    const link = mail?.props.url.split("/").at(-1) ?? "";
    const question = await findStillRightQuestion(link, addDays(asked, 2));
    expect(question).toMatchObject({ isAnswered: false });
    expect(question?.vaults).toHaveLength(2);
    if (question) await confirmStillRight(question, addDays(asked, 2));
    expect(await findStillRightQuestion(link, addDays(asked, 3))).toMatchObject({ isAnswered: true });

    const input = letterInput({ title: "One", recipientEmail: goodEmail(), deliveryDate: "2034-06-14" });
    await updateVault(person.user, id, input, addDays(asked, 4));
    expect(await findStillRightQuestion(link, addDays(asked, 4))).toMatchObject({ isAnswered: false });
  });

  it("is not answered by a link that is forged, too old, or for another address", async () => {
    await write();
    await checkAddressHealth(CAME);
    await checkAddressHealth(asked);
    const [mail] = await writtenTo(person.user.email, "still_right");
    const link = mail?.props.url.split("/").at(-1) ?? "";
    const { user: other } = await createUser();
    expect(await findStillRightQuestion(link.replace(person.user.id, other.id), asked)).toBeUndefined();
    expect(await findStillRightQuestion(`${link.slice(0, -1)}_`, asked)).toBeUndefined();
    expect(await findStillRightQuestion(link, addDays(asked, 181))).toBeUndefined();
    await db
      .update(profiles)
      .set({ email: `${createId()}@example.org` })
      .where(eq(profiles.id, person.user.id));
    expect(await findStillRightQuestion(link, asked)).toBeUndefined();
  });

  it("goes to the present email, also if it changed while the domains were looked up", async () => {
    await write();
    await checkAddressHealth(CAME);
    const email = `${createId()}@example.org`;
    const begin = db.transaction.bind(db);
    const beginning = vi.spyOn(db, "transaction").mockImplementationOnce(async (...transaction) => {
      await db.update(profiles).set({ email }).where(eq(profiles.id, person.user.id));
      return begin(...transaction);
    });
    await checkAddressHealth(asked);
    beginning.mockRestore();
    expect(await mails("still_right")).toBe(0);
    const [mail] = await writtenTo(email, "still_right");
    expect(await findStillRightQuestion(mail?.props.url.split("/").at(-1) ?? "", asked)).toBeDefined();
  });

  it("comes again after a year, unless the sender opted out", async () => {
    await write();
    await checkAddressHealth(CAME);
    await checkAddressHealth(asked);
    await checkAddressHealth(addYears(asked, 1));
    expect(await mails("still_right")).toBe(2);
    await changePreferences(person.user.id, { vaultDelivery: false });
    await checkAddressHealth(addYears(asked, 2));
    expect(await mails("still_right")).toBe(2);
  });
});

describe("the yearly letter", () => {
  const anniversary = addYears(CAME, 1);
  const content = Buffer.from("what was given");
  const key = (id: string) => `${id}/file`;

  async function withFile(): Promise<string> {
    const id = await write();
    await putMedia(key(id), content, { kind: "photo", contentType: "image/png" });
    const fileId = createId();
    await db.insert(media).values({
      id: fileId,
      vaultId: id,
      position: 0,
      kind: "photo",
      storageKey: key(id),
      storageProof: storageProof({ id: fileId, vaultId: id, storageKey: key(id) }),
      contentType: "image/png",
      fileName: "a.png",
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      createdAt: CAME,
    });
    await checkAddressHealth(CAME);
    return id;
  }
  const letter = async () => (await writtenTo(person.user.email, "annual_letter"))[0]?.props.vaults[0];

  it("reports that files are intact, the state of the address, and the time left", async () => {
    await withFile();
    await checkAddressHealth(anniversary);
    expect(await letter()).toMatchObject({
      title: "For you",
      content: "The letter and 1 file are as you left them",
      address: "Not asked yet",
      distance: "in 3 years and 5 months",
    });
  });

  it("dates a confirmation, which may be old, and of a board its oldest", async () => {
    await confirm(await write(), addDays(CAME, 20));
    const boardRecipients = ["Leo", "Ida"].map((name) => ({ name, email: goodEmail() }));
    const board = { type: "memory-board", boardRecipients, deliveryDate: "2034-06-14" } as const;
    const id = await createLetter(person.user, board, CAME);
    await askRecipients(person.user, id, CAME);
    for (const [days, { email }] of boardRecipients.entries()) {
      const [mail] = await writtenTo(email, "recipient_confirmation");
      const question = await findAddressQuestion(mail?.props.url.split("/").at(-1) ?? "");
      await answerAddressQuestion(question ?? expect.unreachable(), "confirmed", addDays(CAME, 10 - days));
    }
    await checkAddressHealth(addYears(CAME, 3));
    const [mail] = await writtenTo(person.user.email, "annual_letter");
    const addresses = mail?.props.vaults.map(({ address }) => address);
    expect(addresses?.sort()).toEqual([
      "All confirmed, the first on January 10, 2030",
      "Confirmed on January 21, 2030",
    ]);
  });

  it("names no letter where there is none", async () => {
    const id = await withFile();
    await db
      .update(memories)
      .set(encryptContent(id, "For you", ""))
      .where(eq(memories.id, id));
    await checkAddressHealth(anniversary);
    expect(await letter()).toMatchObject({ title: "For you", content: "1 file is as you left it" });
  });

  it("reports a changed file, and a missing one", async () => {
    const id = await withFile();
    await putMedia(key(id), Buffer.from("something else"), { kind: "photo", contentType: "image/png" });
    await checkAddressHealth(anniversary);
    expect((await letter())?.content).toBe("1 of 1 file is damaged");
  });

  it("reports no damage on a machine without the media folder", async () => {
    await withFile();
    const folder = join(env.AMBERKEEP_HOME, "media");
    expect(await readdir(folder)).not.toEqual([]);
    await rm(folder, { recursive: true });
    await checkAddressHealth(anniversary);
    expect((await letter())?.content).toBe("The letter is as you left it. Its file was not checked this time");
    await writeFile(join(env.AMBERKEEP_HOME, "note"), "");
  });
});

describe("a sender with an unverified address", () => {
  it("is reminded soon, and before and after the day, with a link that verifies, until it is verified", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    await createLetter(user, { deliveryDate: "2034-06-14", title: "Waits" }, CAME);
    await checkAddressHealth(CAME);
    const reminders = () => writtenTo(user.email, "verify_reminder");
    for (const days of [3, 29, 30]) await checkAddressHealth(addDays(CAME, days));
    expect(await reminders()).toHaveLength(2);
    for (const days of [31, 30, 7, 1, -1, -7]) await checkAddressHealth(subDays(DUE, days));
    const written = (await reminders()).slice(2);
    expect(written.map(({ props }) => props.vaults[0]?.isPast)).toEqual([false, false, false, true, true]);
    expect(written[0]?.props.url).toContain("/verify-address?token=");
    const token = new URL(written.at(-1)?.props.url ?? "").searchParams.get("token") ?? "";
    expect(await verifyEmail(user, token, addDays(DUE, 8))).toEqual({ ok: true });
    await checkAddressHealth(addDays(DUE, 40));
    expect(await reminders()).toHaveLength(7);
  });

  it("is reminded as soon of what was a draft for months", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const draftId = await createDraft(user, {}, CAME);
    const scheduledAt = addDays(CAME, 100);
    await createLetter(user, { draftId, deliveryDate: "2034-06-14" }, scheduledAt);
    const counts: number[] = [];
    for (const days of [0, 2, 3, 29, 30]) {
      await checkAddressHealth(addDays(scheduledAt, days));
      counts.push((await writtenTo(user.email, "verify_reminder")).length);
    }
    expect(counts).toEqual([0, 0, 1, 1, 2]);
  });

  it("loses the vault a year after its day, thirty days after a notice", async () => {
    const { user, sessionToken } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { deliveryDate: "2034-06-14", title: "Waits" }, CAME);
    for (const days of [-31, 30, 335, 364]) await checkAddressHealth(addDays(DUE, days));
    expect((await storedVault(id)).state).toBe("scheduled");
    const notices = (await writtenTo(user.email, "verify_reminder")).map(({ props }) => props.vaults[0]?.endsOn);
    expect(notices).toEqual([undefined, undefined, "2035-06-14"]);
    await checkAddressHealth(addDays(DUE, 366));
    expect(await storedVault(id)).toMatchObject({ state: "cancelled", messageEncrypted: Buffer.alloc(0) });
    expect((await listEvents(id)).at(-1)?.kind).toBe("ended");
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
  });

  it("gets notice first after a year of downtime", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { deliveryDate: "2034-06-14" }, CAME);
    await checkAddressHealth(CAME);
    await checkAddressHealth(addDays(DUE, 500));
    const [notice] = await writtenTo(user.email, "verify_reminder");
    expect(notice?.props.vaults[0]?.endsOn).toBe("2035-11-26");
    await checkAddressHealth(addDays(DUE, 529));
    expect((await storedVault(id)).state).toBe("scheduled");
    await checkAddressHealth(addDays(DUE, 531));
    expect((await storedVault(id)).state).toBe("cancelled");
  });

  it("gets notice again after changing the vault, and never loses it for that", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { deliveryDate: "2034-06-14" }, CAME);
    await sealVault(user, id, CAME);
    await checkAddressHealth(addDays(DUE, 500));
    await changeReach(user, id, { email: goodEmail() }, addDays(DUE, 510));
    await checkAddressHealth(addDays(DUE, 510));
    const notice = (await writtenTo(user.email, "verify_reminder")).at(-1);
    expect(notice?.props.vaults[0]?.endsOn).toBe("2035-12-06");
    await checkAddressHealth(addDays(DUE, 539));
    expect((await storedVault(id)).state).toBe("sealed");
    await checkAddressHealth(addDays(DUE, 540));
    expect((await storedVault(id)).state).toBe("cancelled");
  });

  it("loses a board, too, although its guests add to it", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { type: "memory-board", deliveryDate: "2034-06-14" }, CAME);
    for (const days of [335, 350, 366]) {
      await checkAddressHealth(addDays(DUE, days));
      // Like `lockBoard` for each of their pieces.
      await db
        .update(memories)
        .set({ updatedAt: addDays(DUE, days) })
        .where(eq(memories.id, id));
    }
    expect((await storedVault(id)).state).toBe("cancelled");
  });

  it("keeps the vault by verifying from the notice, even a day before the end", async () => {
    const { user } = await createUser({ verified: false });
    await db.update(profiles).set({ createdAt: CAME }).where(eq(profiles.id, user.id));
    const id = await createLetter(user, { deliveryDate: "2034-06-14" }, CAME);
    await checkAddressHealth(addDays(DUE, 30));
    await checkAddressHealth(addDays(DUE, 364));
    const notice = (await writtenTo(user.email, "verify_reminder")).at(-1);
    const token = new URL(notice?.props.url ?? "").searchParams.get("token") ?? "";
    expect(await verifyEmail(user, token, addDays(DUE, 364))).toEqual({ ok: true });
    await checkAddressHealth(addDays(DUE, 400));
    expect((await storedVault(id)).state).toBe("scheduled");
    await deliverVault(id, addDays(DUE, 400));
    expect((await storedVault(id)).state).toBe("delivering");
  });

  it("does not include one who verified before erasing the account, whose letters stay", async () => {
    const id = await write();
    await requestErasure(person.user, { waitingVaults: "deliver" }, CAME);
    while ((await eraseAccounts(addDays(CAME, 30))).isFull);
    for (const days of [1, 335, 366, 800]) await checkAddressHealth(addDays(DUE, days));
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await db.select().from(linkTokens).where(eq(linkTokens.userId, person.user.id))).toEqual([]);
    await deliverVault(id, addDays(DUE, 801));
    expect((await storedVault(id)).state).toBe("delivering");
  });

  it("does not slow down finding due vaults, however many are overdue", async () => {
    const { user } = await createUser({ verified: false, vaultLimit: 30 });
    const look = async () => {
      const statements = await statementsOf(() => deliverBatch(addDays(DUE, 30)));
      const isForUpdate = (statement: string) => /^select .*`due_at` <= /.test(statement);
      return costOf(statements.filter(isForUpdate).map((statement) => statement.replace(/ for update.*$/, "")));
    };
    const before = await look();
    for (let number = 0; number < 30; number += 1) await createLetter(user, { deliveryDate: "2034-06-14" }, CAME);
    await analyzeTables();
    const after = await look();
    expect(after.returned).toBe(0);
    expect(after.read).toBeLessThanOrEqual(before.read);
    expect(after.read).toBeGreaterThan(0);
  });
});

it("finds due checks by an index", async () => {
  await createCrowd(300);
  await db.update(memories).set({ nextCheckAt: DUE });
  await write();
  await analyzeTables();
  const statements = await statementsOf(() => checkAddressHealth(CAME));
  const selects = statements.filter((one) => one.startsWith("select"));
  expect(selects.length).toBeGreaterThan(3);
  for (const statement of selects) {
    for (const step of await explain(statement)) expect(step, statement).toMatchObject({ key: expect.any(String) });
  }
});
