import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { changeLetter, createLetter, DUE_AT } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as changes from "./memories.$id_.changes";

it("keeps late changes as one draft, with the same response when pressed twice", async () => {
  const { user, browser } = await createUser();
  const id = await createLetter(user, { title: "For Mia" });
  await changeLetter(user, id, { title: "For Tom" });
  await deliverVault(id, DUE_AT);
  const path = `/memories/${id}/changes`;
  const page = await answerOf(changes.loader, pageRequest(path, browser), browser, { id });
  const { formId } = await page.json();
  const press = (fields: Record<string, string>) =>
    answerOf(changes.action, formRequest(path, fields, browser), browser, { id });
  const [first, second] = [await press({ formId }), await press({ formId })];
  const draft = first.headers.get("Location") ?? "";
  expect(draft).toContain("/create?edit=true&id=");
  for (const answer of [first, second]) {
    expect(answer).toHaveRedirect(draft);
    await expect(answer).toSendToast({ title: "Draft saved" });
  }
  expect(await press({})).toHaveRedirect(`/memories/${id}`);
});
