import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "~/services/db.server";
import { legacyWaits } from "~db/schema";
import { askAbout, createContact } from "../../tests/factories/legacy";
import { createFailedLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { loader } from "./settings.legacy-contacts";

it("says that a contact has a copy only once it was sent", async () => {
  const { user, browser } = await createUser();
  const { id: contactId } = await createContact(user, { receiveDuplicate: true });
  await askAbout((await createFailedLetter(user)).delivery);
  const sentenceIn = async (state: "waiting" | "open") => {
    const due = { state, opensAt: new Date("2026-01-05T12:00:00Z") };
    await db.update(legacyWaits).set(due).where(eq(legacyWaits.contactId, contactId));
    const answer = await answerOf(loader, pageRequest("/settings/legacy-contacts", browser), browser);
    const { contacts } = await answer.json();
    return contacts[0].waits[0].sentence;
  };
  expect(await sentenceIn("waiting")).toBe("They’ll get a copy of it on January 5, 2026.");
  expect(await sentenceIn("open")).toBe("They have a copy of it.");
});
