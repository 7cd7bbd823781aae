import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openAsAccount } from "~/domain/access/opening.server";
import { db } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { createContact } from "../../../tests/factories/legacy";
import { createDueLetter } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { loadNews } from "./news.server";

const NOW = new Date("2027-03-20T12:00:00Z");

it("names who opened a vault in the last two weeks, to its sender alone", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  const { user: stranger } = await createUser();
  for (const [title, day] of [
    ["Opened lately", "2027-03-18"],
    ["Opened long ago", "2027-02-01"],
  ] as const) {
    const { delivery } = await createDueLetter(user, { title, recipientName: "Mia" });
    await db
      .update(deliveries)
      .set({ openedAt: new Date(`${day}T12:00:00Z`) })
      .where(eq(deliveries.id, delivery.id));
  }
  const { news } = await loadNews(user, NOW);
  expect(news).toMatchObject([{ kind: "opened", title: "Opened lately", name: "Mia" }]);
  expect((await loadNews(stranger, NOW)).news).toEqual([]);
});

it("says you instead of your name when you opened it yourself", async () => {
  const { user } = await createUser();
  const { delivery } = await createDueLetter(user, { type: "future-self", title: "Dear me" });
  await openAsAccount(user, delivery, NOW);
  expect((await loadNews(user, NOW)).news).toMatchObject([{ kind: "opened", title: "Dear me", name: "You" }]);
});

it("knows of a legacy contact, unless all declined", async () => {
  const { user } = await createUser();
  const hasContact = async () => (await loadNews(user, NOW)).hasLegacyContact;
  expect(await hasContact()).toBe(false);
  await createContact(user, { answer: "decline" });
  expect(await hasContact()).toBe(false);
  await createContact(user, { answer: "none" });
  expect(await hasContact()).toBe(true);
});
