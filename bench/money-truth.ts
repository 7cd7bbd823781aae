import { createHmac } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Measurement } from "./harness/bench.ts";
import { type Installation, startWeb, withInstallation } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";
import { createRandom, type Random } from "./harness/random.ts";
import { percentile } from "./harness/statistics.ts";

export type OpenedCheckout = { checkoutId: string; userId: string; email: string; planId: string; variantId: string };
export type OpenCheckouts = { secret: string; opened: OpenedCheckout[] };
/** Accounts with a wrong plan, and orders whose ledger does not balance. */
export type ComparedPlans = { before: number; after: number; unbalanced: number };

const FULL = { events: 10_000, kills: 10 };
const SHORT = { events: 60, kills: 1 };
const EVENTS_PER_ORDER = 3;
const ORDERS_PER_ACCOUNT = 3;
const WEBHOOKS_AT_ONCE = 16;
/** The last tenth of the events comes one after another, to a web that is not killed. */
const CALM = { share: 0.1, perSecond: 25 };
/** The share of events that are sent while the web is down for longer than the shop repeats them. */
const LOST = 0.1;
/** In milliseconds. Lemon Squeezy waits 5, 25 and 125 s. */
const RETRY_AFTER = [50, 250, 1_250];
const CENTS: Record<string, number> = { starter: 250, plus: 500, premium: 750, ultimate: 1_000 };
const RANKS = ["free", "starter", "plus", "premium", "ultimate"];

type Resource = { type: "orders"; id: string; attributes: Record<string, unknown> };
type Order = OpenedCheckout & { states: Resource[] };
type Event = { body: string; isLost: boolean };
/** Answers in milliseconds: while the web is killed, and afterwards. */
type Sent = { answers: number[]; calmAnswers: number[]; undelivered: number };

/**
 * Row 11: webhooks of orders and refunds, repeated, shuffled and lost, while the web is killed; then the
 * reconciliation.
 */
export async function measureMoneyTruth(bench: Bench): Promise<Measurement> {
  const { short, n, seed, supervisor } = bench;
  const { events: size, kills } = { ...(short ? SHORT : FULL), ...(n && { events: n }) };
  const random = createRandom(`${seed} money`);
  const home = join(supervisor.home, "money");
  await rm(home, { recursive: true, force: true });
  return withInstallation(bench, { AMBERKEEP_HOME: home, LOG_LEVEL: "silent" }, async (installation) => {
    const { env } = installation;
    const count = Math.ceil(size / EVENTS_PER_ORDER);
    const input = { accounts: Math.ceil(count / ORDERS_PER_ACCOUNT), orders: count, seed };
    const { secret, opened } = await runProgram<OpenCheckouts>(bench, "open-checkouts", { env, input });
    const orders = opened.map((checkout, index) => createOrder(checkout, index + 1, random));
    await fillShop(home, orders);
    const inOrder = orders.flatMap((order) => eventsOf(order, random));
    const events = shuffle(inOrder, random);
    const sent = await send(installation, events, { secret, kills });
    const compared = await runProgram<ComparedPlans>(bench, "compare-plans", { env, input: expectedPlans(orders) });
    return {
      cases: events.length,
      failures: { wrongPlans: compared.after, unbalanced: compared.unbalanced },
      report: describe({ seed, kills, events, accounts: input.accounts, sent, compared }),
    };
  });
}

/** The states that the order goes through: paid, and perhaps refunded in two steps. */
function createOrder(checkout: OpenedCheckout, number: number, random: Random): Order {
  const total = CENTS[checkout.planId] ?? 0;
  const refunds = random.pick([[], [], [total], [total / 2], [total / 2, total]]);
  const states = [0, ...refunds].map((refunded): Resource => {
    const at = new Date().toISOString();
    const attributes = {
      store_id: 1,
      order_number: number,
      user_email: checkout.email,
      currency: "USD",
      subtotal: total,
      discount_total: 0,
      tax: 0,
      total,
      refunded_amount: refunded,
      status: refunded === total ? "refunded" : "paid",
      refunded: refunded === total,
      first_order_item: { variant_id: Number(checkout.variantId) },
      created_at: at,
      updated_at: at,
      test_mode: true,
    };
    return { type: "orders", id: String(1_000_000 + number), attributes };
  });
  return { ...checkout, states };
}

/** What the shop's list says in the end. */
async function fillShop(home: string, orders: Order[]): Promise<void> {
  const folder = join(home, "shop", "orders");
  await mkdir(folder, { recursive: true });
  for (const { checkoutId, states } of orders) {
    const resource = states.at(-1) as Resource;
    await writeFile(join(folder, `${resource.id}.json`), JSON.stringify({ checkoutId, resource }));
  }
}

function eventsOf({ checkoutId, states }: Order, random: Random): Event[] {
  return states.flatMap((data, index) => {
    const meta = {
      test_mode: true,
      event_name: index === 0 ? "order_created" : "order_refunded",
      custom_data: { checkout_id: checkoutId },
    };
    const event = { body: JSON.stringify({ meta, data }), isLost: random.next() < LOST };
    return random.next() < 0.5 ? [event, event] : [event];
  });
}

function shuffle(events: Event[], random: Random): Event[] {
  const drawn = events.map((event) => ({ event, at: random.next() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ event }) => event);
}

/** The reference: the largest plan among the orders that were not refunded whole. */
function expectedPlans(orders: Order[]): Record<string, string> {
  const plans: Record<string, string> = {};
  for (const { userId, planId, states } of orders) {
    const { total, refunded_amount: refunded } = states.at(-1)?.attributes ?? {};
    const best = plans[userId] ?? "free";
    if (refunded !== total && RANKS.indexOf(planId) > RANKS.indexOf(best)) plans[userId] = planId;
  }
  return plans;
}

async function send(
  installation: Installation,
  events: Event[],
  { secret, kills }: { secret: string; kills: number },
): Promise<Sent> {
  const sent: Sent = { answers: [], calmAnswers: [], undelivered: 0 };
  const url = `${installation.url}/webhooks/lemon-squeezy`;
  const calmFrom = Math.floor(events.length * (1 - CALM.share));
  const killAt = new Set(Array.from({ length: kills }, (_, n) => Math.floor(((n + 1) * calmFrom) / (kills + 1))));
  let web = await startWeb(installation);
  let restarted = Promise.resolve();
  let next = 0;
  const restartWeb = async () => {
    process.kill(web.pid, "SIGKILL");
    await web.exited;
    web = await startWeb(installation);
  };
  const sendOne = async (event: Event, answers: number[]) => {
    const ms = event.isLost ? undefined : await post(url, event.body, secret);
    if (ms === undefined) sent.undelivered += 1;
    else answers.push(ms);
  };
  await Promise.all(
    Array.from({ length: WEBHOOKS_AT_ONCE }, async () => {
      for (let index = next++; index < calmFrom; index = next++) {
        if (killAt.has(index)) restarted = restarted.then(restartWeb);
        await sendOne(events[index] as Event, sent.answers);
      }
    }),
  );
  await restarted;
  const calm = events.slice(calmFrom).map(async (event, index) => {
    await pause((index * 1_000) / CALM.perSecond);
    await sendOne(event, sent.calmAnswers);
  });
  await Promise.all(calm);
  await web.stop();
  return sent;
}

/** In milliseconds; undefined when the shop gave up. */
async function post(url: string, body: string, secret: string): Promise<number | undefined> {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  for (const wait of [0, ...RETRY_AFTER]) {
    await pause(wait);
    const start = performance.now();
    try {
      const headers = { "Content-Type": "application/json", "X-Signature": signature };
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
      await response.arrayBuffer();
      if (response.status === 200) return performance.now() - start;
    } catch {
      // The web is down.
    }
  }
  return undefined;
}

type Measured = {
  seed: string;
  kills: number;
  events: Event[];
  accounts: number;
  sent: Sent;
  compared: ComparedPlans;
};

function describe({ seed, kills, events, accounts, sent, compared }: Measured): string {
  const ms = (answers: number[], share: number) => `${percentile(answers, share).toFixed(1)} ms`;
  const times = (answers: number[]) => `p50 ${ms(answers, 0.5)}, p99 ${ms(answers, 0.99)}`;
  return [
    `Row 11, money truth: ${events.length} webhooks for ${accounts} accounts, doubled and shuffled, ${WEBHOOKS_AT_ONCE} at once, seed ${seed};`,
    `  ${kills} kills of the web; ${sent.undelivered} webhooks given up by the shop`,
    `  accounts with a wrong plan: ${compared.before} before the reconciliation, ${compared.after} after it`,
    `  orders whose ledger does not balance: ${compared.unbalanced}`,
    `  answers: ${times(sent.answers)}; then, ${CALM.perSecond} a second and no kills: ${times(sent.calmAnswers)}`,
    "  good: 0 after it, p99 100 ms; target: p99 20 ms",
  ].join("\n");
}
