import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { count, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { updateProfile } from "~/domain/account/profile.server";
import { answerBackupRequest, findBackupRequest } from "~/domain/delivery/backup-contact.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { listVaultAddresses, readdress } from "~/domain/delivery/readdress.server";
import { sendToProposedAddresses } from "~/domain/delivery/send-to-proposed.server";
import { stillApplies } from "~/domain/delivery/still-applies.server";
import { encryptAltText } from "~/domain/media/alt-text.server";
import { deleteDiscarded } from "~/domain/media/discarded-files.server";
import { ALT_TEXT_MAX_LENGTH } from "~/domain/media/media";
import { uploadOwner } from "~/domain/media/uploads.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { findCertificate } from "~/domain/seal/certificate.server";
import { describeEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import { db, pool } from "~/services/db.server";
import { readMedia } from "~/services/media-store.server";
import { media, memories, messages, recipients, searchTerms } from "~db/schema";
import { changeEmail } from "../../../tests/factories/email-change";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  recordOf,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUpload } from "../../../tests/factories/upload";
import { createUser, reload } from "../../../tests/factories/user";
import { scheduleVault, updateVault } from "./schedule.server";
import { cancelVault, sealVault } from "./seal-or-cancel.server";
import { vaultSchema } from "./vault-schema";

async function vaultsOf(userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(memories).where(eq(memories.userId, userId));
  return row?.count ?? 0;
}

async function deliver(id: string): Promise<void> {
  const { recipientEmail } = await storedVault(id);
  await deliverVault(id, DUE_AT);
  for (const mail of await writtenTo(recipientEmail ?? "", "delivery")) await sendMessage(mail.id, "worker", DUE_AT);
}

describe("scheduling a vault", () => {
  it("stores the exact text, due at the date and hour of the chosen zone", async () => {
    const { user } = await createUser();
    const message = `${"Ünïcødé 👩‍👩‍👧 مرحبا \u202eabc <script>alert(1)</script>\n".repeat(400)}end `;
    const id = await createLetter(user, {
      title: "Für Mia 🎂",
      message,
      deliveryDate: "2044-06-14",
      deliveryHour: 7,
      deliveryZone: "America/New_York",
    });
    expect(await viewVault({ user }, id)).toMatchObject({
      view: { as: "owner", seesContent: true },
      vault: { title: "Für Mia 🎂", message, state: "scheduled", type: "letter", recipient: "Mia" },
    });
    expect((await storedVault(id)).deliveryAt).toEqual(new Date("2044-06-14T11:00:00Z"));
    expect(await recordOf(id)).toEqual(["scheduled"]);
  });

  it("makes exactly one vault of 1,000 simultaneous submits against a limit of one", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 1 });
    const results = await Promise.all(Array.from({ length: 1000 }, () => scheduleVault(user, letterInput())));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "vault_limit")).toHaveLength(999);
    expect(await vaultsOf(user.id)).toBe(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("fills a plan to its last slot under simultaneous submits, and no further", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 15 });
    const results = await Promise.all(Array.from({ length: 40 }, () => scheduleVault(user, letterInput())));
    expect(results.filter((result) => result.ok)).toHaveLength(15);
    expect((await reload(sessionToken)).vaultsUsed).toBe(15);
    expect(await vaultsOf(user.id)).toBe(15);
  });

  it("makes one vault of a form that was sent twice", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 5 });
    const input = letterInput();
    const first = await scheduleVault(user, input);
    expect(await scheduleVault(user, { ...input })).toEqual(first);
    expect(await vaultsOf(user.id)).toBe(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("makes one vault of a form that was sent 20 times at once, even if the plan has one slot", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 1 });
    const input = letterInput();
    const results = await Promise.all(Array.from({ length: 20 }, () => scheduleVault(user, input)));
    const ids = new Set(results.map((result) => result.ok && result.id));
    expect(ids.size).toBe(1);
    expect(ids.has(false)).toBe(false);
    expect(await vaultsOf(user.id)).toBe(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("makes a second vault of a form that is changed and sent again", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const input = letterInput({ title: "For Mia" });
    await scheduleVault(user, input);
    expect(await scheduleVault(user, { ...input, message: "Another text." })).toEqual({
      ok: false,
      reason: "duplicate_title",
    });
    const second = await scheduleVault(user, { ...input, title: "For Tom", message: "Another text." });
    expect(second.ok && (await viewVault({ user }, second.id))?.vault.message).toBe("Another text.");
    expect(await vaultsOf(user.id)).toBe(2);
  });

  it("makes a new vault when a form is sent again whose vault was cancelled", async () => {
    const { user } = await createUser();
    const input = letterInput();
    const first = await scheduleVault(user, input);
    await cancelVault(user, first.ok ? first.id : "");
    const second = await scheduleVault(user, input);
    expect(second.ok && (await storedVault(second.id)).state).toBe("scheduled");
  });

  it("refuses a title that another waiting vault of the user has, however it is written", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { title: "Für Zoé" });
    for (const title of ["Für Zoé", "für zoé", "Fu\u0308r Zoe\u0301"]) {
      expect(await scheduleVault(user, letterInput({ title }))).toEqual({ ok: false, reason: "duplicate_title" });
    }
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
    await createLetter(user, { title: "Fur Zoe" });
    await createLetter((await createUser()).user, { title: "Für Zoé" });
  });

  it("frees a title when its vault is cancelled", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "Again" });
    await cancelVault(user, id);
    await createLetter(user, { title: "Again" });
    expect(await vaultsOf(user.id)).toBe(2);
  });

  it("frees a title when its vault is delivered", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const id = await createLetter(user, { title: "Again" });
    await deliver(id);
    expect((await storedVault(id)).state).toBe("delivered");
    await createLetter(user, { title: "Again" });
  });

  it("stores neither title nor message in a form that the database can read", async () => {
    const { user } = await createUser();
    const [title, message] = [`Secret title ${createId()}`, `Secret message ${createId()} `.repeat(20)];
    const id = await createLetter(user, { title, message });
    await updateVault(user, id, letterInput({ title, message, includesMessage: true }), WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    const [tables] = await pool.promise().query("SHOW TABLES");
    for (const row of tables as Record<string, string>[]) {
      const [rows] = await pool.promise().query(`SELECT * FROM \`${Object.values(row)[0]}\``);
      const cells = (rows as object[]).flatMap((stored) => Object.values(stored));
      const texts = cells.map((cell) => (Buffer.isBuffer(cell) ? cell.toString("latin1") : String(cell)));
      expect(texts.filter((text) => /secret (title|message)/i.test(text))).toEqual([]);
    }
    expect((await viewVault({ user }, id, DUE_AT))?.vault.message).toBe(message);
  });

  it("encrypts every version of a letter under another key", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "Same", message: "Same" });
    const before = await storedVault(id);
    await updateVault(user, id, letterInput({ title: "Same", message: "Same", deliveryHour: 4 }), WRITTEN_AT);
    const after = await storedVault(id);
    expect(after.wrappedKey.equals(before.wrappedKey)).toBe(false);
    expect(after.messageEncrypted.equals(before.messageEncrypted)).toBe(false);
  });

  it("sends a vault to the future self to its sender, whatever was typed", async () => {
    const { user } = await createUser({ name: "Ada" });
    const id = await createLetter(user, { type: "future-self", recipientEmail: "someone@else.example" });
    expect(await storedVault(id)).toMatchObject({
      type: "future-self",
      isFutureSelf: true,
      recipient: "Ada",
      recipientEmail: user.email,
    });
  });

  it("sends it to the email and number that the account has when it is saved", async () => {
    const { user: before, sessionToken } = await createUser({ name: "Ada" });
    const input = letterInput({ type: "future-self" });
    const { email } = await changeEmail({ sessionToken });
    await updateProfile(before, { fullName: "Ada Lovelace", phone: "+49 171 1234567", timeZone: "UTC" });
    const now = { recipient: "Ada Lovelace", recipientEmail: email, recipientPhone: "+49 171 1234567" };
    const vault = await storedVault(await createLetter(before, input));
    expect(vault).toMatchObject(now);
    await updateVault(before, vault.id, { ...input, message: "Another text." });
    expect(await storedVault(vault.id)).toMatchObject(now);
  });

  it("keeps the people of a board in their order", async () => {
    const { user } = await createUser();
    const boardRecipients = [
      { name: "Tom", email: "tom@example.org" },
      { name: "Eva", email: "eva@example.org" },
    ];
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    const listed = await db.select().from(recipients).where(eq(recipients.vaultId, id)).orderBy(recipients.position);
    expect(listed).toMatchObject(boardRecipients);
  });

  it("names a recipient without a name by their email, of any length", async () => {
    const { user } = await createUser();
    const email = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.org`;
    const typed = { ...letterInput({ type: "memory-board" }), boardRecipients: [{ email }] };
    const { boardRecipients } = vaultSchema("memory-board", WRITTEN_AT).parse(typed);
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    const [listed] = await db.select().from(recipients).where(eq(recipients.vaultId, id));
    expect(listed).toMatchObject({ email, name: expect.stringMatching(/^a{64}@b{63}\.c{63}/) });
  });
});

describe("changing a vault", () => {
  it("updates a scheduled vault and records the change", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const changed = letterInput({ title: "New title", message: "New text", deliveryDate: "2040-02-29" });
    expect(await updateVault(user, id, changed, WRITTEN_AT)).toEqual({ ok: true, id });
    expect((await viewVault({ user }, id))?.vault).toMatchObject({
      title: "New title",
      message: "New text",
      deliveryDate: "2040-02-29",
      deliveryAt: new Date("2040-02-29T09:00:00Z"),
    });
    expect(await recordOf(id)).toEqual(["scheduled", "changed", "day_changed"]);
    const line = (await listEvents(id)).map(describeEvent).at(-1);
    expect(line).toBe("You changed its day to February 29, 2040.");
    await updateVault(user, id, { ...changed, message: "Newer text" }, WRITTEN_AT);
    expect(await recordOf(id)).toEqual(["scheduled", "changed", "day_changed", "changed"]);
  });

  it.each([
    ["an hour", { deliveryHour: 20 }, ["You changed its hour to 20:00 UTC."]],
    ["a time zone", { deliveryZone: "Asia/Tokyo" }, ["You changed its hour to 09:00 in Tokyo."]],
    [
      "a day and its hour",
      { deliveryDate: "2040-02-29", deliveryHour: 8 },
      ["You changed its day to February 29, 2040.", "You changed its hour to 08:00 UTC."],
    ],
    ["a text alone", { message: "Newer text" }, []],
  ] as const)("names %s that was changed in the record", async (_, changes, lines) => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await updateVault(user, id, letterInput(changes), WRITTEN_AT);
    const said = (await listEvents(id)).map(describeEvent);
    expect(said).toEqual(["You scheduled this memory.", "You changed this memory.", ...lines]);
  });

  it("keeps the minute of a vault whose time zone was stored in another case", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const stored = { deliveryMinute: 30, deliveryZone: "europe/berlin" };
    await db.update(memories).set(stored).where(eq(memories.id, id));
    await updateVault(user, id, letterInput({ deliveryZone: "Europe/Berlin" }), WRITTEN_AT);
    expect(await storedVault(id)).toMatchObject({ deliveryMinute: 30, deliveryZone: "Europe/Berlin" });
    expect(await recordOf(id)).toEqual(["scheduled", "changed"]);
  });

  it("records one change when the same form arrives several times at once", async () => {
    const { user } = await createUser();
    const boardRecipients = [{ name: "Tom", email: "tom@example.org" }];
    const board = { ...letterInput({ type: "memory-board", title: "Reunion" }), boardRecipients };
    const id = await createLetter(user, board);
    await updateVault(user, id, board, WRITTEN_AT);
    expect(await recordOf(id)).toEqual(["scheduled"]);
    const changed = { ...board, boardRecipients: [...boardRecipients, { name: "Eva", email: "eva@example.org" }] };
    const answers = await Promise.all([1, 2, 3].map(() => updateVault(user, id, changed, WRITTEN_AT)));
    expect(answers).toEqual(Array(3).fill({ ok: true, id }));
    expect(await recordOf(id)).toEqual(["scheduled", "changed"]);
    await updateVault(user, id, { ...changed, message: "Dear all" }, WRITTEN_AT);
    expect(await recordOf(id)).toEqual(["scheduled", "changed", "changed"]);
  });

  it("refuses the title of another waiting vault and changes nothing", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    await createLetter(user, { title: "Taken" });
    const id = await createLetter(user, { title: "Mine", message: "As it was" });
    expect(await updateVault(user, id, letterInput({ title: "Taken" }))).toEqual({
      ok: false,
      reason: "duplicate_title",
    });
    expect((await viewVault({ user }, id))?.vault).toMatchObject({ title: "Mine", message: "As it was" });
    expect(await updateVault(user, id, letterInput({ title: "Mine" }))).toEqual({ ok: true, id });
  });

  it("is refused once the vault is sealed, being delivered, delivered or cancelled", async () => {
    const { user } = await createUser({ vaultLimit: 9 });
    const sealed = await createLetter(user);
    await sealVault(user, sealed);
    const cancelled = await createLetter(user);
    await cancelVault(user, cancelled);
    const { id: onItsWay } = await createDueLetter(user);
    const delivered = await createLetter(user);
    await deliver(delivered);
    for (const id of [sealed, cancelled, onItsWay, delivered]) {
      const before = await storedVault(id);
      expect(await updateVault(user, id, letterInput())).toEqual({ ok: false, reason: "not_editable" });
      expect(await storedVault(id)).toEqual(before);
    }
  });
});

describe("an update that makes a vault due", () => {
  it("gets the same answer when it is sent again, and only then", async () => {
    const { user } = await createUser();
    const [mia, tom] = [
      { name: "Mia", email: "mia@example.org" },
      { name: "Tom", email: "tom@example.org" },
    ];
    const sent = { ...letterInput({ type: "memory-board" }), boardRecipients: [mia, tom] };
    const id = await createLetter(user, { ...sent, deliveryDate: "2060-01-01" });
    expect(await updateVault(user, id, sent, WRITTEN_AT)).toEqual({ ok: true, id });
    await deliverVault(id, DUE_AT);
    const before = await storedVault(id);
    expect(before.state).toBe("delivering");
    expect(await updateVault(user, id, sent, WRITTEN_AT)).toEqual({ ok: true, id });
    for (const other of [{ message: "Something else" }, { boardRecipients: [tom] }]) {
      expect(await updateVault(user, id, { ...sent, ...other })).toEqual({ ok: false, reason: "not_editable" });
    }
    expect(await storedVault(id)).toEqual(before);
    const listed = await db.select().from(recipients).where(eq(recipients.vaultId, id)).orderBy(recipients.position);
    expect(listed).toMatchObject([mia, tom]);
  });
});

describe("the files of a vault", () => {
  it("are all returned in order, however many there are", async () => {
    const { user } = await createUser();
    const vaultId = await createLetter(user);
    const altText = "海".repeat(ALT_TEXT_MAX_LENGTH);
    const fileName = `"sea"\\ 'ü'.jpg`;
    const about = {
      vaultId,
      kind: "photo",
      contentType: "image/jpeg",
      fileName,
      sha256: "a".repeat(64),
      storageProof: "a".repeat(64),
    } as const;
    const rows = Array.from({ length: 600 }, (_, index) => {
      const id = createId();
      const described = { ...about, ...encryptAltText(media, id, altText) };
      return { ...described, id, position: 599 - index, storageKey: id, bytes: 2 ** 40 + index, createdAt: WRITTEN_AT };
    });
    await db.insert(media).values(rows);
    const shown = (await viewVault({ user }, vaultId))?.media ?? [];
    expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
    expect(shown[0]).toMatchObject({ altText, fileName, bytes: 2 ** 40 + 599, width: null, colour: null });
  });
});

describe("a vault of another user", () => {
  it.each([
    ["updateVault", (user: Parameters<typeof updateVault>[0], id: string) => updateVault(user, id, letterInput())],
    ["sealVault", sealVault],
    ["cancelVault", cancelVault],
  ])("is not found by %s, like one that does not exist", async (_, verb) => {
    const [{ user: owner, sessionToken }, { user: other }] = [await createUser(), await createUser()];
    const id = await createLetter(owner);
    const before = await storedVault(id);
    expect(await verb(other, id)).toEqual({ ok: false, reason: "not_found" });
    expect(await verb(other, createId())).toEqual({ ok: false, reason: "not_found" });
    expect(await storedVault(id)).toEqual(before);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });
});

describe("sealing a vault", () => {
  it("hides its content from everyone, and is refused the second time", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "Title", message: "Closed" });
    expect(await sealVault(user, id, WRITTEN_AT)).toEqual({ ok: true, id });
    expect(await sealVault(user, id)).toEqual({ ok: false, reason: "not_editable" });
    expect(await viewVault({ user }, id)).toMatchObject({
      view: { seesContent: false },
      vault: { title: "Title", message: "", state: "sealed", sealedAt: WRITTEN_AT },
      media: [],
    });
    expect(await recordOf(id)).toEqual(["scheduled", "sealed"]);
  });
});

describe("scheduling a vault that is to be sealed", () => {
  const asked = { isToBeSealed: true, deliveryDate: "2030-01-05" };

  it("seals it at once when it is due before its sender could confirm", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const due = await createLetter(user, { ...asked, deliveryHour: 12 });
    expect(await storedVault(due)).toMatchObject({ state: "sealed", sealedAt: WRITTEN_AT });
    expect(await recordOf(due)).toEqual(["scheduled", "sealed"]);
    expect(await findCertificate(due)).toBeDefined();
    await deliverVault(due, DUE_AT);
    expect((await storedVault(due)).state).toBe("delivering");
  });

  it("asks first when there is time", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { ...asked, deliveryHour: 13 });
    expect((await storedVault(id)).state).toBe("scheduled");
  });
});

describe("cancelling a held vault", () => {
  it("frees its slot, and ends every delivery", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 1 });
    const backupEmail = `${createId()}@example.net`;
    const { id, delivery } = await createFailedLetter(user, { backupName: "Ben", backupEmail });
    const [asking] = await writtenTo(backupEmail, "backup_request");
    const request = await findBackupRequest(asking?.props.url.split("/reach/")[1] ?? "");
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, id));
    await answerBackupRequest(request ?? expect.unreachable(), `${createId()}@example.net`, DUE_AT);
    const link = openingLink(delivery);
    expect(await findDeliveryByLink(link)).toBeDefined();

    expect(await cancelVault(user, id, DUE_AT)).toEqual({ ok: true, id });
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
    expect(await storedVault(id)).toMatchObject({ state: "cancelled", heldUntil: null });
    expect(await findDeliveryByLink(link)).toBeUndefined();
    expect(await findBackupRequest(asking?.props.url.split("/reach/")[1] ?? "")).toBeUndefined();
    const before = await deliveriesOf(id);
    await sendToProposedAddresses(addDays(DUE_AT, 30));
    await takeNextSteps(addDays(DUE_AT, 30));
    expect(await deliveriesOf(id)).toEqual(before);
    expect(await listVaultAddresses(user, id)).toEqual({ when: "after", failed: [] });
    const email = `${createId()}@example.net`;
    expect(await readdress(user, id, { deliveryId: delivery.id, email })).toEqual({ ok: false, reason: "not_needed" });
    const [message] = await db
      .select()
      .from(messages)
      .where(eq(messages.id, asking?.id ?? ""));
    expect(message && (await stillApplies(message))).toBe(false);
    await createLetter(await reload(sessionToken));
  });
});

describe("cancelling a vault", () => {
  it("frees its slot once, even under ten concurrent requests", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 2 });
    const id = await createLetter(user);
    await createLetter(user);
    const results = await Promise.all(Array.from({ length: 10 }, () => cancelVault(user, id)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
    expect(await recordOf(id)).toEqual(["scheduled", "cancelled"]);
    await createLetter(user);
  });

  it("erases its key, its text and what describes its files at once, and its files soon", async () => {
    const { user } = await createUser();
    const formId = createId();
    const owner = uploadOwner({ userId: user.id });
    const upload = await createUpload(owner, formId, { fileName: "beach.jpg", altText: "Mia at the beach" });
    const id = await createLetter(user, { formId, files: { owner, formId } });
    await sealVault(user, id);
    expect(await db.select().from(media).where(eq(media.vaultId, id))).toHaveLength(1);
    await cancelVault(user, id);
    const { wrappedKey, titleEncrypted, messageEncrypted, waitingTitle } = await storedVault(id);
    expect([wrappedKey.length, titleEncrypted.length, messageEncrypted.length, waitingTitle]).toEqual([0, 0, 0, null]);
    expect(await db.select().from(media).where(eq(media.vaultId, id))).toEqual([]);
    expect(await db.select().from(searchTerms).where(eq(searchTerms.vaultId, id))).toEqual([]);
    await deleteDiscarded();
    await expect(readMedia(upload.storageKey, { kind: "photo" })).rejects.toThrow("no file");
    expect((await viewVault({ user }, id))?.vault).toMatchObject({ state: "cancelled", title: "", message: "" });
    expect((await findCertificate(id, { withSalt: true }))?.salt).toBeUndefined();
  });

  it("is allowed for a sealed vault and refused once its delivery has begun", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 2 });
    const sealed = await createLetter(user);
    await sealVault(user, sealed);
    expect(await cancelVault(user, sealed)).toEqual({ ok: true, id: sealed });
    const { id } = await createDueLetter(user);
    expect(await cancelVault(user, id)).toEqual({ ok: false, reason: "not_editable" });
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("and delivering at the same time never both succeed", async () => {
    const { user } = await createUser({ vaultLimit: 20 });
    const ids = await Promise.all(Array.from({ length: 10 }, () => createLetter(user)));
    const outcomes = await Promise.all(
      ids.flatMap((id) => [deliverVault(id, DUE_AT).then(() => undefined), cancelVault(user, id)]),
    );
    const cancelled = outcomes.filter((outcome) => outcome?.ok).length;
    const states = await Promise.all(ids.map(async (id) => (await storedVault(id)).state));
    expect(states.filter((state) => state === "cancelled")).toHaveLength(cancelled);
    expect(states.filter((state) => state === "delivering")).toHaveLength(10 - cancelled);
  });
});
