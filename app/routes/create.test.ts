import { createId } from "@paralleldrive/cuid2";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { dateIn, horizonDate } from "~/domain/calendar/delivery-date";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import * as formFiles from "~/domain/media/form-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import * as drafts from "~/domain/writing/draft.server";
import * as schedule from "~/domain/writing/schedule.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { jpeg } from "../../tests/corpus/photos";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createDraft, createLetter, draftInput, storedVault } from "../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUpload } from "../../tests/factories/upload";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as date from "./create_.date";

const NEW = "/create?type=memory-board&step=form";
const MADE_AT = "2031-01-05T12:00:00.000Z";

const board = (): Fields => ({
  formId: createId(),
  title: "Tom turns forty",
  message: "Add a photo of him.",
  "boardRecipients[0].name": "Tom",
  "boardRecipients[0].email": "tom@example.org",
  madeAt: MADE_AT,
});
const press = (fields: Fields, browser: Browser, path = NEW) =>
  answerOf(create.action, formRequest(path, { ...fields, intent: "test-recipient" }, browser), browser);
const draftIn = (answer: Response) => answer.headers.get("Location")?.match(/^\/create\?edit=true&id=(\w{24})$/)?.[1];

describe("a memory that can't be saved", () => {
  const LETTER = "/create?type=send-to-someone&step=form";
  const letter = (): Fields => ({
    formId: createId(),
    title: `Letter ${createId()}`,
    message: "Dear Mia,",
    recipientEmail: "mia@example.net",
    deliveryDate: "2044-06-14",
  });
  const send = (fields: Fields, browser: Browser, path = LETTER) =>
    answerOf(create.action, formRequest(path, fields, browser), browser);

  /** Real errors, of a table that only this connection has. */
  const failing = (statement: string) =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql`CREATE TEMPORARY TABLE IF NOT EXISTS strict (id INT PRIMARY KEY, n INT NOT NULL CHECK (n > 0))`,
      );
      await tx.execute(sql`INSERT IGNORE INTO strict VALUES (1, 1)`);
      const error = await tx.execute(sql.raw(statement)).then(
        () => expect.unreachable(),
        (thrown: unknown) => thrown,
      );
      await tx.execute(sql`DROP TEMPORARY TABLE strict`);
      return error;
    });

  it.each([
    ["INSERT INTO strict VALUES (1, 2)", "A memory with this title already exists", 400],
    ["INSERT INTO strict VALUES (2, NULL)", "Missing required information", 400],
    ["INSERT INTO strict VALUES (2, -1)", "Invalid memory type or data format", 400],
    ["INSERT INTO no_such_table VALUES (2)", "Database error: test", 503],
  ])("says what the database refused and keeps the form: %s", async (statement, sentence, status) => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const error = await failing(statement);
    for (const [verb, path, title, failed] of [
      ["scheduleVault", LETTER, "Failed to Save Memory", "Failed to save memory"],
      ["updateVault", `/create?edit=true&id=${id}`, "Failed to Update Memory", "Failed to update memory"],
    ] as const) {
      const broken = vi.spyOn(schedule, verb).mockRejectedValueOnce(error);
      const answer = await send({ ...letter(), message: "Every word" }, browser, path);
      broken.mockRestore();
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({
        initialValue: { message: "Every word" },
        toast: { title, description: `${failed}: ${sentence}`, kind: "error" },
      });
    }
  });

  it("says that a failure which no database reported may be the connection's", async () => {
    const { browser } = await createUser();
    const broken = vi.spyOn(schedule, "scheduleVault").mockRejectedValueOnce(new Error("gone"));
    const answer = await send(letter(), browser);
    broken.mockRestore();
    expect(await answer.json()).toMatchObject({
      toast: {
        title: "Failed to Save Memory",
        description: "Unable to save memory. Please check your connection and try again.",
      },
    });
  });

  it("keeps a draft's form, too", async () => {
    const { browser } = await createUser();
    const broken = vi.spyOn(drafts, "saveDraft").mockRejectedValueOnce(new Error("gone"));
    const answer = await send({ ...letter(), intent: "draft" }, browser);
    broken.mockRestore();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      initialValue: { message: "Dear Mia," },
      toast: { title: "Submission Error", description: "An unexpected error occurred." },
    });
  });

  it.each([
    ["title", "Memory title is required"],
    ["deliveryDate", "Delivery date is required"],
    ["recipientEmail", "Recipient email is required for this memory type"],
  ])("says which field an account has to fill in first: %s", async (field, description) => {
    const answer = await send({ ...letter(), [field]: "" }, (await createUser()).browser);
    expect(answer.status).toBe(400);
    expect((await answer.json()).toast).toEqual({ title: "Failed to Save Memory", description, kind: "error" });
  });

  it("says which field a scheduled memory lacks", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const answer = await send({ ...letter(), title: "" }, browser, `/create?edit=true&id=${id}`);
    expect((await answer.json()).toast).toEqual({
      title: "Failed to Update Memory",
      description: "Memory title is required",
      kind: "error",
    });
  });

  it("is refused once, with its text, when it was opened in another account", async () => {
    const [one, other] = [await createUser(), await createUser()];
    const opened = await answerOf(create.loader, pageRequest(LETTER, one.browser), one.browser);
    const fields = { ...letter(), account: (await opened.json()).self.id };
    const answer = await send(fields, other.browser);
    await expect(answer).toBeRefused(403, "form", "User ID mismatch");
    const { initialValue } = await answer.json();
    expect(initialValue).toMatchObject({ message: "Dear Mia,", account: other.user.id });
    expect((await send(fields, one.browser)).headers.get("Location")).toMatch(/^\/dashboard\?sent=\w{24}$/);
  });

  it("says that files have arrived", async () => {
    const { browser } = await createUser();
    const photo: FormPart = ["photo", await jpeg(), "sea.jpg"];
    for (const [path, route, intent] of [
      [LETTER, create, "attach"],
      [`/create/date?${new URLSearchParams({ form: LETTER })}`, date, "choose-date"],
    ] as const) {
      const fields = Object.entries({ ...letter(), intent }) as [string, string][];
      const request = multipartRequest(path, [...fields, photo], browser);
      expect(await (await answerOf(route.action, request, browser)).json()).toMatchObject({
        toast: { title: "Upload Complete" },
      });
    }
  });

  it("takes a letter that quotes a garbled text", async () => {
    const { browser } = await createUser();
    const message = "The old mail began “Cara M\ufffda”.";
    const fields = Object.entries({ ...letter(), message }) as [string, string][];
    const answer = await answerOf(create.action, multipartRequest(LETTER, fields, browser), browser);
    expect(answer.status).toBe(303);
    const id = answer.headers.get("Location")?.split("=")[1] ?? "";
    expect(decryptContent(await storedVault(id)).message).toBe(message);
  });
});

describe("a form in a browser that ignores formaction", () => {
  const OWN = "/create?type=photo&step=form";
  const press = async (intent: string, browser: Browser, path: string) =>
    answerOf(create.action, formRequest(path, { formId: createId(), message: "Dear", intent }, browser), browser);

  it.each([
    ["choose-date", OWN, `/create/date?${new URLSearchParams({ form: OWN })}`],
    ["change-type", OWN, "/create?type=photo"],
    ["type-memory-board", "/create?type=photo", "/create?type=memory-board&step=form"],
    ["type-send-to-someone", "/create?type=photo", OWN],
  ])("is passed on with its fields: %s", async (intent, from, to) => {
    for (const browser of [(await createUser()).browser, await createBrowser()]) {
      expect(await press(intent, browser, from)).toHaveRedirect(to, 307);
      if (intent !== "choose-date") expect((await press(intent, browser, to)).status).toBe(200);
    }
  });
});

describe("another type of memory", () => {
  const choose = async (to: string, typed: Fields, browser: Browser) => {
    const fields = { formId: createId(), message: "Dear", intent: `type-${to}`, ...typed };
    const answer = await answerOf(create.action, formRequest(`/create?type=${to}&step=form`, fields, browser), browser);
    return ((await answer.json()) as { initialValue: Fields }).initialValue;
  };
  const sealOf = async (...args: Parameters<typeof choose>) => (await choose(...args)).isToBeSealed;

  it("is sealed by default, or not, unless the sender chose", async () => {
    for (const browser of [(await createUser()).browser, await createBrowser()]) {
      const [future, letter] = ["future-self", "send-to-someone"];
      expect(await sealOf(letter, { typeBefore: future, isToBeSealed: "on" }, browser)).toBeUndefined();
      expect(await sealOf(future, { typeBefore: letter }, browser)).toBe("on");
      expect(await sealOf(letter, { typeBefore: future }, browser)).toBeUndefined();
      expect(await sealOf(future, { typeBefore: letter, isToBeSealed: "on" }, browser)).toBe("on");
      expect(await sealOf(future, { typeBefore: future }, browser)).toBeUndefined();
    }
  });

  it("keeps aside what only the other type asks for, until the form is turned back", async () => {
    const { browser } = await createUser();
    const [letter, board] = ["send-to-someone", "memory-board"];
    const tom = { recipientName: "Tom", recipientEmail: "tom@example.org" };
    const asBoard = await choose(board, { typeBefore: letter, ...tom }, browser);
    const kept = { aside_recipientName: "Tom", aside_recipientEmail: "tom@example.org" };
    expect(asBoard).toMatchObject({ message: "Dear", ...kept });
    expect(asBoard).not.toHaveProperty("recipientName");
    const eva = { "boardRecipients[0].name": "Eva", "boardRecipients[0].email": "eva@example.org", isOpen: "on" };
    const asLetter = await choose(letter, { typeBefore: board, ...kept, ...eva }, browser);
    const listed = [{ name: "Eva", email: "eva@example.org" }];
    expect(asLetter).toMatchObject({ ...tom, aside_boardRecipients: listed, aside_isOpen: "on" });
    expect(asLetter).not.toHaveProperty("boardRecipients");
  });
});

describe("Add recipient", () => {
  const EVA = { "boardRecipients[1].name": "Eva", "boardRecipients[1].email": "eva@example.org" };
  const add = async (fields: Fields, browser: Browser) => {
    const request = formRequest(NEW, { ...fields, intent: "add-recipient" }, browser);
    return answerOf(create.action, request, browser);
  };

  it("adds the last row for users and visitors alike", async () => {
    for (const browser of [(await createUser()).browser, await createBrowser()]) {
      const answer = await add({ ...board(), ...EVA }, browser);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ status: "success", initialValue: { intent: "add-recipient" } });
    }
  });

  it("refuses a row without an email, beside the row that the page then shows", async () => {
    const { browser } = await createUser();
    const empty = { "boardRecipients[1].name": "", "boardRecipients[1].email": "" };
    const missing = "Please provide an email address for the recipient.";
    await expect(await add({ ...board(), ...empty }, browser)).toBeRefused(400, "boardRecipients[1].email", missing);
    const nameless = { ...empty, "boardRecipients[1].name": "Eva" };
    await expect(await add({ ...board(), ...nameless }, browser)).toBeRefused(400, "boardRecipients[1].email", missing);
    const gap = { ...empty, "boardRecipients[2].name": "Eva", "boardRecipients[2].email": "eva" };
    const invalid = "Please enter a valid email address";
    await expect(await add({ ...board(), ...gap }, browser)).toBeRefused(400, "boardRecipients[2].email", invalid);
  });
});

describe("Add Test Recipient", () => {
  it("saves the board as a draft, sends its rehearsal to its host only, and returns to the form", async () => {
    const { user, browser } = await createUser();
    const answer = await press(board(), browser);
    expect(answer.status).toBe(303);
    const id = draftIn(answer) ?? "";
    expect(await storedVault(id)).toMatchObject({ userId: user.id, state: "draft", type: "memory-board" });
    await expect(answer).toSendToast({
      title: "Recipient Added",
      description: `A rehearsal of the delivery is on its way to you, to ${user.email}.`,
    });
    const sent = await writtenTo(user.email, "rehearsal");
    expect(sent).toMatchObject([{ vaultId: id, props: { title: "Tom turns forty", recipientName: "Tom" } }]);
    expect(await writtenTo("tom@example.org", "rehearsal")).toEqual([]);
  });

  it("saves and rehearses a scheduled board that is being edited, unless something is missing", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { type: "memory-board" });
    const path = `/create?edit=true&id=${id}`;
    const edit = (fields: Fields) =>
      answerOf(create.action, formRequest(path, { ...fields, intent: "test-scheduled" }, browser), browser);
    expect((await edit({ ...board(), deliveryDate: "" })).status).toBe(400);
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
    const day = { deliveryDate: "2044-06-14", deliveryHour: "9", deliveryZone: "UTC" };
    expect(await edit({ ...board(), ...day })).toHaveRedirect(path);
    expect(await storedVault(id)).toMatchObject({ state: "scheduled", deliveryDate: "2044-06-14" });
    expect(await writtenTo(user.email, "rehearsal")).toMatchObject([{ props: { title: "Tom turns forty" } }]);
  });

  it("sends one mail for a page sent twice, and another for changes or a newer page", async () => {
    const { user, browser } = await createUser();
    const fields = board();
    const first = await press(fields, browser);
    expect(draftIn(await press(fields, browser))).toBe(draftIn(first));
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(1);
    await press({ ...fields, title: "Tom turns fifty" }, browser);
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(2);
    const later = { ...fields, title: "Tom turns fifty", madeAt: "2031-01-05T12:05:00.000Z" };
    await press(later, browser, first.headers.get("Location") ?? "");
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(3);
  });

  it("saves the draft of an unverified user, and explains how to verify", async () => {
    const { user, browser } = await createUser({ verified: false });
    const answer = await press(board(), browser);
    expect(await storedVault(draftIn(answer) ?? "")).toMatchObject({ state: "draft" });
    await expect(answer).toSendToast({
      title: "Not sent",
      kind: "error",
      description:
        "Your draft is saved, but please confirm your address first: we send a rehearsal only where we know that you read it. The link for that is on your dashboard.",
    });
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });

  it("is rate-limited, and keeps what was typed", async () => {
    const { user, browser } = await createUser();
    const fields = board();
    for (let time = 0; time < 6; time += 1) await press({ ...fields, title: `Title ${time}` }, browser);
    const answer = await press(fields, browser);
    await expect(answer.clone()).toBeRefused(429, "form", /^You’re doing that too often/);
    expect(await answer.json()).toMatchObject({ initialValue: { title: "Tom turns forty" } });
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(6);
  });

  it("does not change a board that was scheduled meanwhile", async () => {
    const { user, browser } = await createUser();
    const fields = board();
    const formId = String(fields.formId);
    const id = await createLetter(user, { type: "memory-board", title: "As it was", formId });
    const before = await storedVault(id);
    expect((await press(fields, browser, `/create?edit=true&id=${id}`)).status).toBe(400);
    expect(await storedVault(id)).toEqual(before);
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });
});

it("a draft shows a file that is saved while its form is loaded", async () => {
  const { user, browser } = await createUser();
  const input = draftInput();
  const vaultId = await createDraft(user, input);
  const owner = uploadOwner({ userId: user.id });
  const { id } = await createUpload(owner, input.formId);
  const { listFormFiles } = formFiles;
  vi.spyOn(formFiles, "listFormFiles").mockImplementationOnce(async (...given) => {
    await inTransaction((tx) => attachUploads(tx, { owner, formId: input.formId, vaultId }));
    return listFormFiles(...given);
  });
  const form = await answerOf(create.loader, pageRequest(`/create?edit=true&id=${vaultId}`, browser), browser);
  expect(await form.json()).toMatchObject({ mode: "draft", files: [{ id, state: "saved" }] });
});

it("offers the days of a vault's own zone when it is edited", async () => {
  const { user, browser } = await createUser({ timeZone: "Pacific/Kiritimati" });
  // It is never the same day there.
  const deliveryZone = "Pacific/Pago_Pago";
  const today = dateIn(deliveryZone, clock.now());
  const id = await createLetter(user, { deliveryDate: today, deliveryHour: 23, deliveryZone });
  const form = await answerOf(create.loader, pageRequest(`/create?edit=true&id=${id}`, browser), browser);
  expect((await form.json()).dates).toEqual({ first: today, last: horizonDate(deliveryZone, clock.now()) });
});
