import { describe, expect, it } from "vitest";
import { changeLetter, createDraft, createLetter, storedVault } from "../../tests/factories/letter";
import { answerOf, formRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as discard from "./memories.$id_.discard";

const press = ({ browser }: SignedInUser, id: string) =>
  answerOf(discard.action, formRequest(`/memories/${id}/discard`, {}, browser), browser, { id });

describe("discarding", () => {
  it("deletes a draft, with the same response when pressed twice", async () => {
    const person = await createUser();
    const id = await createDraft(person.user);
    for (let time = 0; time < 2; time += 1) {
      const answer = await press(person, id);
      expect(answer).toHaveRedirect("/dashboard");
      await expect(answer).toSendToast({ title: "Draft discarded" });
      await expect(storedVault(id)).rejects.toThrow("No such vault");
    }
  });

  it("drops unsaved changes, and leads to the memory when pressed twice", async () => {
    const person = await createUser();
    const id = await createLetter(person.user, { title: "For Mia" });
    await changeLetter(person.user, id, { title: "For Tom" });
    for (const answer of [await press(person, id), await press(person, id)]) {
      expect(answer).toHaveRedirect(`/memories/${id}`);
      await expect(answer).toSendToast({ title: "Draft discarded", description: "The memory is as it was." });
    }
    expect(await storedVault(id)).toMatchObject({ state: "scheduled" });
  });
});
