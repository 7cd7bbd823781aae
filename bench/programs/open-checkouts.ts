/** Creates accounts with open checkouts, and tells how the shop's webhooks are signed. */
import { createId } from "@paralleldrive/cuid2";
import { variantOf } from "~/domain/billing/variants.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { shop } from "~/services/shop.server";
import { checkouts, profiles } from "~db/schema";
import { printResult, programInput } from "../harness/program-io";
import { createRandom } from "../harness/random";
import type { OpenCheckouts, OpenedCheckout } from "../money-truth";

const { accounts, orders, seed } = programInput<{ accounts: number; orders: number; seed: string }>();
const random = createRandom(`${seed} checkouts`);
const now = new Date();
const people = Array.from({ length: accounts }, () => ({ id: createId(), email: `${createId()}@example.org` }));
for (const { id, email } of people) {
  await db.insert(profiles).values({ id, email, fullName: "Ada", createdAt: now, updatedAt: now });
}
const opened: OpenedCheckout[] = [];
for (let count = 0; count < orders; count += 1) {
  const { id: userId, email } = random.pick(people);
  const planId = random.pick(["starter", "plus", "premium", "ultimate"] as const);
  const checkoutId = createId();
  await db.insert(checkouts).values({ id: checkoutId, userId, planId, email, createdAt: now });
  opened.push({ checkoutId, userId, email, planId, variantId: variantOf(planId) });
}
await printResult({ secret: shop?.webhookSecret ?? "", opened } satisfies OpenCheckouts);
await closeJobs();
process.exit(0);
