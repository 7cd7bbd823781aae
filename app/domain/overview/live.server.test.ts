import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { recordEvent } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { memories } from "~db/schema";
import { createDueLetter, createLetter, DUE_AT } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { type LiveEvent, subscribe } from "./live.server";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function listen(userId: string, since?: Date): LiveEvent[] {
  const events: LiveEvent[] = [];
  ends.push(subscribe(userId, (event) => event.kind !== "moved" && events.push(event), since));
  return events;
}

async function deliver(vaultId: string, email: string): Promise<void> {
  await deliverVault(vaultId, DUE_AT);
  for (const message of await writtenTo(email, "delivery")) await sendMessage(message.id, "test", DUE_AT);
}

it("notifies every open page of the owner once, and no other user", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  const { user: stranger } = await createUser();
  const before = await createDueLetter(user);
  await deliver(before.id, before.delivery.recipientEmail);
  const queries = vi.spyOn(db, "select");
  const pages = [listen(user.id), listen(user.id)];
  const strangers = listen(stranger.id);
  // The first poll, of two queries, only finds where to start.
  await vi.waitFor(() => expect(queries.mock.calls.length).toBeGreaterThan(1));

  const id = await createLetter(user, { title: "Heard of", recipientEmail: "heard@example.net" });
  await deliver(id, "heard@example.net");
  for (const events of pages) {
    await vi.waitFor(() => expect(events).toEqual([{ kind: "delivered", vaultId: id, title: "Heard of" }]));
  }
  expect(strangers).toEqual([]);
});

it("keeps the page that was opened after another, which ends twice", async () => {
  const { user } = await createUser();
  const end = subscribe(user.id, () => {});
  end();
  const events = listen(user.id, DUE_AT);
  end();
  const id = await createLetter(user, { recipientEmail: "twice@example.net" });
  const queries = vi.spyOn(db, "select");
  await vi.waitFor(() => expect(queries.mock.calls.length).toBeGreaterThan(1));
  await deliver(id, "twice@example.net");
  await vi.waitFor(() => expect(events).toMatchObject([{ kind: "delivered", vaultId: id }]));
});

it("continues after the event of a vault whose title is damaged", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  const [{ user }, { user: other }] = [await createUser(), await createUser()];
  const [bad, good] = [await createLetter(user), await createLetter(other, { recipientEmail: "on@example.net" })];
  const queries = vi.spyOn(db, "select");
  const [events, others] = [listen(user.id), listen(other.id)];
  await vi.waitFor(() => expect(queries.mock.calls.length).toBeGreaterThan(1));
  await db
    .update(memories)
    .set({ wrappedKey: Buffer.alloc(61, 1) })
    .where(eq(memories.id, bad));
  await inTransaction((tx) => recordEvent(tx, { vaultId: bad, kind: "replied" }, DUE_AT));
  await deliver(good, "on@example.net");
  await vi.waitFor(() => expect(others).toMatchObject([{ kind: "delivered", vaultId: good }]));
  expect(events).toEqual([{ kind: "replied", vaultId: bad, title: "" }]);
  logged.mockRestore();
});

it("repeats what a page has missed, and nothing from before", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  const { user: stranger } = await createUser();
  const missed = { kind: "delivered", title: "Gone at once" };
  const id = await createLetter(user, { title: missed.title, recipientEmail: "missed@example.net" });
  await deliver(id, "missed@example.net");
  const [late, early, strangers] = [
    listen(user.id, new Date(DUE_AT.getTime() + 1)),
    listen(user.id, DUE_AT),
    listen(stranger.id, DUE_AT),
  ];
  await vi.waitFor(() => expect(early).toMatchObject([{ ...missed, vaultId: id }]));
  expect(strangers).toEqual([]);
  expect(late).toEqual([]);
});
