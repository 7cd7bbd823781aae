import { describe, expect, it } from "vitest";
import { listFormFiles } from "~/domain/media/form-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { createDraft, createLetter, draftInput, letterInput, storedVault } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUpload } from "../../tests/factories/upload";
import { createUser, reload, type SignedInUser } from "../../tests/factories/user";
import * as create from "./create";
import * as finish from "./memories.$id_.finish";

const whole = (change: Parameters<typeof draftInput>[0] = {}) => {
  const { title, message, recipientName, recipientEmail, deliveryHour, deliveryZone } = letterInput();
  const written = {
    title,
    message,
    recipientName,
    recipientEmail,
    deliveryDate: "2044-06-14",
    deliveryHour,
    deliveryZone,
  };
  return draftInput({ ...written, ...change });
};
const press = ({ browser }: SignedInUser, id: string) =>
  answerOf(finish.action, formRequest(`/memories/${id}/finish`, {}, browser), browser, { id });

describe("Finish Vault Now", () => {
  it("schedules a draft as it is, with the same response when pressed twice", async () => {
    const person = await createUser();
    const id = await createDraft(person.user, whole({ title: "For Mia" }));
    for (let time = 0; time < 2; time += 1) {
      const answer = await press(person, id);
      expect(answer).toHaveRedirect(`/dashboard?sent=${id}`);
      await expect(answer).toSendToast({ title: "Memory Created" });
    }
    expect(await storedVault(id)).toMatchObject({ state: "scheduled", deliveryDate: "2044-06-14" });
    expect((await reload(person.sessionToken)).vaultsUsed).toBe(1);
  });

  it("attaches the files of its form, which then needs no message", async () => {
    const person = await createUser();
    const input = whole({ message: "" });
    const owner = uploadOwner({ userId: person.user.id });
    await createUpload(owner, input.formId);
    const id = await createDraft(person.user, input);
    expect(await press(person, id)).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await listFormFiles(owner, input.formId, async () => id)).toMatchObject([{ state: "saved" }]);
  });

  it.each([
    ["a title", { title: "" }, "Failed to Save Memory", "Memory title is required"],
    ["a day", { deliveryDate: undefined }, "Failed to Save Memory", "Delivery date is required"],
    [
      "somebody to send it to",
      { recipientEmail: "" },
      "Failed to Save Memory",
      "Recipient email is required for this memory type",
    ],
    [
      "a day that is still to come",
      { deliveryDate: "2020-02-29" },
      "Failed to Save Memory",
      "Please select a date that is still to come.",
    ],
    [
      "an address that can be written to",
      { recipientEmail: "mia at" },
      "Failed to Save Memory",
      "Please enter a valid email address",
    ],
    [
      "words or files",
      { message: " " },
      "No Content Added",
      "Please add at least one photo, video, audio file, or write a message.",
    ],
  ])("leads to the form of a draft that lacks %s", async (_, change, title, description) => {
    const person = await createUser();
    const id = await createDraft(person.user, whole(change as Parameters<typeof draftInput>[0]));
    const answer = await press(person, id);
    expect(answer).toHaveRedirect(`/create?edit=true&id=${id}`);
    await expect(answer).toSendToast({ title, description, kind: "error" });
    expect((await storedVault(id)).state).toBe("draft");
  });

  it("names a file that has arrived only in part", async () => {
    const person = await createUser();
    const input = whole();
    await createUpload(uploadOwner({ userId: person.user.id }), input.formId, { state: "receiving" });
    const id = await createDraft(person.user, input);
    const answer = await press(person, id);
    expect(answer).toHaveRedirect(`/create?edit=true&id=${id}`);
    const description = "“mia.jpg” has arrived only in part. Please choose the same file again to go on, or remove it.";
    await expect(answer).toSendToast({ title: "Failed to Save Memory", description, kind: "error" });
    expect((await storedVault(id)).state).toBe("draft");
  });

  it("leads to the form of a board whose last day for pieces has passed", async () => {
    const person = await createUser();
    const board = { type: "memory-board", isOpen: true, needsApproval: false, closesOn: "2020-01-01" } as const;
    const id = await createDraft(person.user, whole(board));
    const answer = await press(person, id);
    expect(answer).toHaveRedirect(`/create?edit=true&id=${id}`);
    const description = "The last day to add something has passed. Please choose a later one, or leave it empty.";
    await expect(answer).toSendToast({ title: "Failed to Save Memory", description, kind: "error" });
    expect((await storedVault(id)).state).toBe("draft");
  });

  it("says that a memory was cancelled meanwhile", async () => {
    const person = await createUser();
    const id = await createDraft(person.user, whole());
    await press(person, id);
    await cancelVault(person.user, id);
    const answer = await press(person, id);
    const form = `/create?edit=true&id=${id}`;
    expect(answer).toHaveRedirect(form);
    const opened = await answerOf(create.loader, pageRequest(form, person.browser), person.browser);
    expect(opened).toHaveRedirect(`/memories/${id}`);
    await expect(opened).toSendToast({ title: "This memory was cancelled", kind: "error" });
    expect((await storedVault(id)).state).toBe("cancelled");
  });

  it("keeps the draft when there is no slot, or a vault with its title", async () => {
    const full = await createUser({ vaultLimit: 0 });
    const id = await createDraft(full.user, whole());
    expect(await press(full, id)).toHaveRedirect(`/create/limit?draft=${id}`);
    const other = await createUser({ vaultLimit: 5 });
    await createLetter(other.user, { title: "Taken" });
    const second = await createDraft(other.user, whole({ title: "Taken" }));
    const answer = await press(other, second);
    const description = "A memory with this title already exists";
    await expect(answer).toSendToast({ title: "Failed to Save Memory", description, kind: "error" });
    expect((await storedVault(second)).state).toBe("draft");
  });

  it("is for its owner only, and leads visits by link to the form", async () => {
    const owner = await createUser();
    const stranger = await createUser();
    const id = await createDraft(owner.user, whole());
    await expect(await press(stranger, id)).toSendToast({ title: "Error", description: "Memory not found." });
    expect((await storedVault(id)).state).toBe("draft");
    const request = pageRequest(`/memories/${id}/finish`, owner.browser);
    const seen = await answerOf(finish.loader, request, owner.browser, { id });
    expect(seen).toHaveRedirect(`/create?edit=true&id=${id}`, 302);
  });
});
