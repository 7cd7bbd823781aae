import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { updateProfile } from "~/domain/account/profile.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { SentPage } from "~/ui/dashboard/sent-page";
import { VaultDetails } from "~/ui/vault/vault-details";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as dashboard from "./dashboard";
import * as vault from "./memories.$id";

// Enables SMS; must be set before `env` is read.
vi.hoisted(() => {
  process.env.SMS_IN_FOLDER = "1";
});

const WARNING = "We can’t text this phone number";

/** The page without script. */
async function pageOf(id: string, { browser }: SignedInUser): Promise<string> {
  const answer = await answerOf(vault.loader, pageRequest(`/memories/${id}`, browser), browser, { id });
  const { details, ...others } = await answer.json();
  return renderToStaticMarkup(<VaultDetails {...details} {...others} isJustSealed={false} />);
}

/** The page after scheduling. */
async function sentPageOf(id: string, { browser }: SignedInUser): Promise<string> {
  const request = pageRequest(`/dashboard?sent=${id}&_data=routes/dashboard`, browser);
  const { sent } = await (await answerOf(dashboard.loader, request, browser)).json();
  return renderToStaticMarkup(<SentPage {...sent} />);
}

it.each([
  ["0171 2345678", true],
  ["+49 171 2345678", false],
  ["", false],
])("says whether a recipient's phone number can be texted: %s", async (recipientPhone, isWarned) => {
  const ada = await createUser();
  const id = await createLetter(ada.user, { recipientPhone });
  for (const page of [await sentPageOf(id, ada), await pageOf(id, ada)]) {
    expect(page.includes(WARNING)).toBe(isWarned);
    expect(page.includes("Change the number")).toBe(isWarned);
  }
});

it("names a number that cannot be texted when nothing more can be changed", async () => {
  const ada = await createUser();
  const id = await createLetter(ada.user, { recipientPhone: "0171 2345678" });
  await sealVault(ada.user, id);
  const page = await pageOf(id, ada);
  expect(page).toContain("0171 2345678");
  expect(page).not.toContain("Change the number");
});

it("leads to the profile for the phone number of a message to oneself", async () => {
  const ada = await createUser();
  const id = await createLetter(ada.user, { type: "future-self" });
  const { name: fullName, timeZone } = ada.user;
  await updateProfile(ada.user, { fullName, phone: "0171 2345678", timeZone });
  const page = await pageOf(id, ada);
  expect(page).toContain(WARNING);
  expect(page).toContain('href="/settings/profile"');
});
