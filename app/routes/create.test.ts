import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createLetter, storedVault } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";

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
    await expect(await add({ ...board(), ...gap }, browser)).toBeRefused(400, "boardRecipients[1].email", invalid);
  });
});

describe("Add Test Recipient", () => {
  it("saves the board as a draft, sends its rehearsal to its creator only, and returns to the form", async () => {
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
        "Your draft is saved, but please verify your address first: we send a rehearsal only where we know that you read it. The link for that is on your dashboard.",
    });
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });

  it("is rate-limited, and keeps what was typed", async () => {
    const { user, browser } = await createUser();
    const fields = board();
    for (let time = 0; time < 6; time += 1) await press({ ...fields, title: `Title ${time}` }, browser);
    const answer = await press(fields, browser);
    await expect(answer.clone()).toBeRefused(429, "form", /^That was too often/);
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
