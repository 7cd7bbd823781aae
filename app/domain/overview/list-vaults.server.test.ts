import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { deliverDue } from "~/domain/delivery/deliver-due.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db, pool } from "~/services/db.server";
import { deliveries, memories, messages, movedDeliveries } from "~db/schema";
import type { VaultList } from "~db/schema/states";
import { createDueLetter, createLetter, DUE_AT, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { loadDashboard } from "./dashboard.server";
import { listVaults } from "./list-vaults.server";
import { loadNews } from "./news.server";
import { listSenders, listTimeline } from "./timeline.server";
import { type Cursor, PAGE_SIZE } from "./vault-summary.server";

async function allPages(user: User, list: VaultList) {
  const pages = [];
  let after: Cursor | undefined;
  do {
    const page = await listVaults(user, list, after);
    pages.push(page.vaults);
    after = page.next;
  } while (after);
  return pages;
}

describe("a list of vaults", () => {
  it("shows each of 45 vaults on exactly one page, in order, though many fall due at the same instant", async () => {
    const { user } = await createUser({ vaultLimit: 100 });
    const { user: neighbour } = await createUser({ vaultLimit: 100 });
    const days = ["2031-06-14", "2031-06-14", "2030-03-01", "2044-12-31"];
    const ids: string[] = [];
    for (let count = 0; count < 45; count += 1) {
      ids.push(await createLetter(user, { deliveryDate: days[count % days.length] ?? "" }));
      if (count < 10) await createLetter(neighbour);
    }
    for (const list of ["pending", "delivered"] as const) {
      const pages = await allPages(user, list);
      expect(pages.map((page) => page.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 5]);
      const vaults = pages.flat();
      expect(vaults.map((vault) => vault.id).sort()).toEqual([...ids].sort());
      const instants = vaults.map((vault) => vault.deliveryAt?.getTime() ?? 0);
      expect(instants).toEqual([...instants].sort((a, b) => (list === "pending" ? a - b : b - a)));
      await db.update(memories).set({ state: "delivered" }).where(eq(memories.userId, user.id));
    }
  });

  it("continues at its cursor when vaults come and go in between", async () => {
    const { user } = await createUser({ vaultLimit: 100 });
    for (let count = 0; count < PAGE_SIZE + 5; count += 1) await createLetter(user, { deliveryDate: "2035-01-01" });
    const first = await listVaults(user, "pending");
    await createLetter(user, { deliveryDate: "2031-01-01" });
    await cancelVault(user, first.vaults[0]?.id ?? "");
    const second = await listVaults(user, "pending", first.next);
    expect(second.vaults).toHaveLength(5);
    expect(second.next).toBeUndefined();
    const seen = new Set(first.vaults.map((vault) => vault.id));
    expect(second.vaults.filter((vault) => seen.has(vault.id))).toEqual([]);
  });

  it("has no next page when the last one is exactly full", async () => {
    const { user } = await createUser({ vaultLimit: 100 });
    for (let count = 0; count < PAGE_SIZE; count += 1) await createLetter(user);
    const page = await listVaults(user, "pending");
    expect(page.vaults).toHaveLength(PAGE_SIZE);
    expect(page.next).toBeUndefined();
  });

  it("has titles but no messages", async () => {
    const { user } = await createUser();
    await createLetter(user, { title: "Title", message: "Only for Mia" });
    const page = await listVaults(user, "pending");
    expect(page.vaults).toMatchObject([{ title: "Title" }]);
    expect(JSON.stringify(page)).not.toContain("Only for Mia");
    expect(page.vaults[0]).not.toHaveProperty("wrappedKey");
  });
});

describe("the list of received vaults", () => {
  it("shows vaults delivered to the verified email, without one's own", async () => {
    const [{ user: sender }, { user: reader }] = [await createUser({ vaultLimit: 5, name: "Ada" }), await createUser()];
    const id = await createLetter(sender, { title: "For you", recipientEmail: reader.email });
    expect((await loadNews(reader, new Date())).received).toEqual([]);
    await deliverVault(id, DUE_AT);
    await createLetter(reader, { type: "future-self", deliveryDate: "2020-01-01" }, WRITTEN_AT).then((own) =>
      deliverVault(own, DUE_AT),
    );
    expect((await loadNews(reader, new Date())).received).toEqual([
      { id, title: "For you", senderName: "Ada", deliveredAt: DUE_AT, isOpened: false },
    ]);
    expect((await storedVault(id)).state).toBe("delivering");
  });

  it("says whether there are more than one page", async () => {
    const [{ user: sender }, { user: reader }] = [await createUser({ vaultLimit: 30 }), await createUser()];
    const loaded = async () => {
      const { received, hasMoreReceived } = await loadNews(reader, new Date());
      return { shown: received.length, hasMoreReceived };
    };
    for (let count = 0; count < PAGE_SIZE; count += 1) await createDueLetter(sender, { recipientEmail: reader.email });
    expect(await loaded()).toEqual({ shown: PAGE_SIZE, hasMoreReceived: false });
    await createDueLetter(sender, { recipientEmail: reader.email });
    expect(await loaded()).toEqual({ shown: PAGE_SIZE, hasMoreReceived: true });
  });

  it("is empty for an unverified email", async () => {
    const [{ user: sender }, { user: reader }] = [await createUser(), await createUser({ verified: false })];
    await createDueLetter(sender, { recipientEmail: reader.email });
    expect((await loadNews(reader, new Date())).received).toEqual([]);
  });
});

describe("the queries of lists and of the worker", () => {
  let user: User;

  beforeAll(async () => {
    // The optimiser reads a tiny table whole, so an index is only used with many rows.
    const { user: crowd } = await createUser({ vaultLimit: 5_000 });
    ({ user } = await createUser({ vaultLimit: 100 }));
    const id = await createLetter(crowd, { deliveryDate: "2090-01-01" });
    const { waitingTitle: _, ...row } = await storedVault(id);
    const numbers = Array.from({ length: 3_000 }, (_, index) => index);
    const copyId = (index: number) => `copy${String(index).padStart(20, "0")}`;
    await db.insert(memories).values(
      numbers.map((index) => {
        const deliveryAt = new Date(DUE_AT.getTime() + (index + 1) * 86_400_000);
        return { ...row, id: copyId(index), idempotencyKey: copyId(index), formId: copyId(index), deliveryAt };
      }),
    );
    const [mail] = await db.select().from(messages).limit(1);
    if (!mail) throw new Error("Signing up wrote no mail.");
    await db
      .insert(messages)
      .values(
        numbers.map((index) => ({ ...mail, id: copyId(index), uniqueKey: copyId(index), state: "sent" as const })),
      );
    const { id: vaultId, delivery } = await createDueLetter(crowd);
    const received = numbers
      .slice(0, 100)
      .map((index) => ({ ...delivery, id: copyId(index), recipientEmail: `${index}` }));
    await db.insert(deliveries).values(received);
    await db
      .insert(movedDeliveries)
      .values(
        received.map(({ id: deliveryId, deliveryAt }) => ({ userId: crowd.id, deliveryId, deliveryAt, vaultId })),
      );
    for (let count = 0; count < 30; count += 1) await createLetter(user);
    await pool.promise().query("ANALYZE TABLE memories, deliveries, moved_deliveries, messages, profiles, sessions");
  });

  const someCursor = { deliveryAt: DUE_AT, id: "m".repeat(24) };
  it.each([
    ["pending", () => listVaults(user, "pending")],
    ["pending, further on", () => listVaults(user, "pending", someCursor)],
    ["delivered", () => listVaults(user, "delivered")],
    ["delivered, further on", () => listVaults(user, "delivered", someCursor)],
    ["dashboard", () => loadDashboard(user, "pending", DUE_AT)],
    ["dashboard, delivered", () => loadDashboard(user, "delivered", DUE_AT)],
    ["timeline", () => listTimeline(user, {})],
    ["timeline, further on", () => listTimeline(user, {}, someCursor)],
    ["timeline, filtered", () => listTimeline(user, { tag: "photo" }, someCursor)],
    ["timeline, searched", () => listTimeline(user, { search: "two words" })],
    ["timeline, by sender", () => listTimeline(user, { sender: user.id }, someCursor)],
    ["senders", () => listSenders(user)],
    ["received", async () => (await loadNews(user, new Date())).received],
    ["due vaults", () => deliverDue(new AbortController().signal)],
  ])("%s: go through an index, and through no more rows than they must", async (_, work) => {
    const statements = (await statementsOf(work)).filter((statement) => /^[\s(]*select/i.test(statement));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      for (const step of await explain(statement)) {
        expect(step, statement).toMatchObject({ key: expect.any(String) });
        expect(["ref", "eq_ref", "const", "range", "ref_or_null"], statement).toContain(step.type);
        expect(Number(step.rows), statement).toBeLessThan(500);
      }
    }
  });
});
