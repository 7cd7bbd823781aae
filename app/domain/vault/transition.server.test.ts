import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, deliveryEvents, memories } from "~db/schema";
import { createDueLetter } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { DELIVERY_STATES } from "./events";
import { transitionDelivery, transitionVaults } from "./transition.server";
import {
  allows,
  DELIVERY_TRANSITIONS,
  type DeliveryTransition,
  VAULT_TRANSITIONS,
  type VaultTransition,
} from "./transitions";
import { VAULT_STATES } from "./vault";

const now = new Date("2031-05-01T12:00:00.000Z");
let delivery: { id: string; vaultId: string };

beforeAll(async () => {
  const { user } = await createUser();
  delivery = (await createDueLetter(user)).delivery;
});

const vaultCases = VAULT_STATES.flatMap((state) =>
  (Object.keys(VAULT_TRANSITIONS) as VaultTransition[]).map((move) => [state, move] as const),
);
const deliveryCases = DELIVERY_STATES.flatMap((state) =>
  (Object.keys(DELIVERY_TRANSITIONS) as DeliveryTransition[]).map((move) => [state, move] as const),
);

const events = () => db.select().from(deliveryEvents).where(eq(deliveryEvents.vaultId, delivery.vaultId));
async function vault() {
  const [row] = await db.select().from(memories).where(eq(memories.id, delivery.vaultId));
  return row;
}
async function storedDelivery() {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, delivery.id));
  return row;
}

describe("moving a vault", () => {
  it.each(vaultCases)("that is %s: %s", async (state, move) => {
    await db.update(memories).set({ state, recipientPhone: "before" }).where(eq(memories.id, delivery.vaultId));
    const before = (await events()).length;
    const moving = inTransaction((tx) =>
      transitionVaults(tx, [delivery.vaultId], move, now, { recipientPhone: "after" }),
    );
    if (allows(VAULT_TRANSITIONS[move], state)) {
      await moving;
      expect(await vault()).toMatchObject({
        state: VAULT_TRANSITIONS[move].to,
        recipientPhone: "after",
        updatedAt: now,
      });
      expect((await events()).slice(before)).toMatchObject([{ kind: move, deliveryId: null, at: now }]);
    } else {
      await expect(moving).rejects.toThrow(`cannot be ${move}`);
      expect(await vault()).toMatchObject({ state, recipientPhone: "before" });
      expect(await events()).toHaveLength(before);
    }
  });

  it("throws if it does not exist", async () => {
    await expect(inTransaction((tx) => transitionVaults(tx, [createId()], "sealed", now))).rejects.toThrow(
      "cannot be sealed",
    );
  });
});

describe("moving a delivery", () => {
  it.each(deliveryCases)("that is %s: %s", async (state, move) => {
    await db.update(deliveries).set({ state, recipientName: "before" }).where(eq(deliveries.id, delivery.id));
    const before = (await events()).length;
    const isMoved = await inTransaction((tx) =>
      transitionDelivery(tx, delivery, move, now, { recipientName: "after", detail: "550 no such user" }),
    );
    expect(isMoved).toBe(allows(DELIVERY_TRANSITIONS[move], state));
    if (isMoved) {
      expect(await storedDelivery()).toMatchObject({ state: DELIVERY_TRANSITIONS[move].to, recipientName: "after" });
      const line = { kind: move, deliveryId: delivery.id, detail: "550 no such user", at: now };
      expect((await events()).slice(before)).toMatchObject([line]);
    } else {
      expect(await storedDelivery()).toMatchObject({ state, recipientName: "before" });
      expect(await events()).toHaveLength(before);
    }
  });
});
