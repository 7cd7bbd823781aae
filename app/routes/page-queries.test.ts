import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { giftLink } from "~/domain/billing/gift-link.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { indexReceived } from "~/domain/overview/index-received.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import * as root from "~/root";
import { db } from "~/services/db.server";
import { deliveries, memories, movedDeliveries, proposedAddresses } from "~db/schema";
import type { VaultState } from "~db/schema/states";
import { png } from "../../tests/corpus/photos";
import { type Browser, createBrowser, visitorOf, withCookiesOf } from "../../tests/factories/browser";
import { analyzeTables, createCrowd, createFullAccount } from "../../tests/factories/full-account";
import { createLetter, deliveriesOf } from "../../tests/factories/letter";
import { createOrders, createOrdersOfCrowd } from "../../tests/factories/orders";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest, requestContext } from "../../tests/factories/request";
import { costOf, explain, statementsOf } from "../../tests/factories/statements";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as activity from "./activity";
import * as create from "./create";
import * as dashboard from "./dashboard";
import * as giftClaim from "./gift.$link";
import * as details from "./memories.$id";
import * as open from "./open.$link";
import * as billing from "./settings.billing";
import * as plan from "./settings.plan";
import * as gift from "./settings.plan_.gift";
import * as giftCard from "./settings.plan_.gift_.$checkout";
import * as timeline from "./timeline";

type Handler = (args: never) => unknown;
type Account = SignedInUser & {
  ids: Record<"scheduled" | "sealed" | "delivered" | "opened" | "held" | "received", string>;
  place: string;
  /** The checkout of a paid gift. */
  checkoutId: string;
};

const QUERIES_AT_MOST = 4;
/** Allowed growth of rows read, from ten rows to 10,000. */
const TIMES_AT_MOST = 1.5;

async function arrange(count: number): Promise<Account> {
  const person = await createFullAccount(count, new Date());
  const idIn = async (state: VaultState) => {
    const own = and(eq(memories.userId, person.user.id), eq(memories.state, state));
    return String((await db.select({ id: memories.id }).from(memories).where(own).limit(1))[0]?.id);
  };
  const [received] = await db
    .select({ id: deliveries.vaultId })
    .from(deliveries)
    .where(and(eq(deliveries.recipientEmail, person.user.email), eq(deliveries.state, "opened")))
    .limit(1);
  const ids = {
    scheduled: await idIn("scheduled"),
    sealed: await idIn("sealed"),
    delivered: await idIn("delivered"),
    opened: await sealAndDeliver(person),
    held: await idIn("held"),
    received: String(received?.id),
  };
  const { checkoutId } = await createOrders(person.user.id, 10);
  return { ...person, ids, place: `${Date.now() + 86_400_000}-${"m".repeat(24)}`, checkoutId };
}

/** Sealed and delivered, then viewed by its sender. */
async function sealAndDeliver({ user, browser }: SignedInUser): Promise<string> {
  const id = await createLetter(user);
  expect(await sealVault(user, id)).toMatchObject({ ok: true });
  await db.update(memories).set({ state: "delivered", deliveredAt: new Date() }).where(eq(memories.id, id));
  expect((await answerOf(details.loader, pageRequest(`/memories/${id}`, browser), browser, { id })).status).toBe(200);
  return id;
}

/** Runs both loaders of a page, like a browser's request. */
function statementsOfPage(
  { browser }: { browser: Browser },
  route: { loader: Handler },
  path: string,
  params: Record<string, string> = {},
): Promise<string[]> {
  const request = pageRequest(path, browser);
  const context = requestContext(request, browser);
  const args = { request, context, params } as never;
  return statementsOf(async () => {
    const answers = await Promise.all([root.loader(args), route.loader(args)]);
    for (const answer of answers as Response[]) expect(answer.status).toBe(200);
  });
}

const memory = (state: keyof Account["ids"]) => (account: Account) =>
  statementsOfPage(account, details, `/memories/${account.ids[state]}`, { id: account.ids[state] });
const page = (route: { loader: Handler }, path: string) => (account: Account) => statementsOfPage(account, route, path);
const further = (route: { loader: Handler }, path: string) => (account: Account) =>
  statementsOfPage(account, route, path + account.place);

const PAGES: Record<string, (account: Account) => Promise<string[]>> = {
  dashboard: page(dashboard, "/dashboard"),
  "dashboard, delivered": page(dashboard, "/dashboard?tab=delivered"),
  "dashboard, further on": further(dashboard, "/dashboard?after="),
  "dashboard, drafts": page(dashboard, "/dashboard?tab=drafts"),
  timeline: page(timeline, "/timeline"),
  "timeline, further on": further(timeline, "/timeline?after="),
  "timeline, by kind": page(timeline, "/timeline?tag=letter"),
  "timeline, by a kind there is none of": page(timeline, "/timeline?tag=video"),
  "timeline, mine": page(timeline, "/timeline?sender=me"),
  "timeline, by a word of every vault": page(timeline, "/timeline?search=plum"),
  "timeline, by a word of one vault": page(timeline, "/timeline?search=rare"),
  "timeline, by both": page(timeline, "/timeline?search=plum+rare"),
  "timeline, by a word of none": page(timeline, "/timeline?search=nothing"),
  activity: page(activity, "/activity"),
  "activity, upcoming": page(activity, "/activity?tab=upcoming"),
  "activity, delivered": page(activity, "/activity?tab=delivered"),
  "activity, further on": further(activity, "/activity?after=pending-"),
  "activity, replies": page(activity, "/activity?tab=replies"),
  "activity, replies further on": further(activity, "/activity?tab=replies&after=replies-"),
  "details, scheduled": memory("scheduled"),
  "details, sealed": memory("sealed"),
  "details, delivered": memory("delivered"),
  "details, sealed and delivered": memory("opened"),
  "details, held": memory("held"),
  "details, received": memory("received"),
  plans: page(plan, "/settings/plan"),
  "plans, for another person": page(gift, "/settings/plan/gift"),
  billing: page(billing, "/settings/billing"),
  "gift card": (account) =>
    statementsOfPage(account, giftCard, `/settings/plan/gift/${account.checkoutId}`, { checkout: account.checkoutId }),
  gift: (account) => {
    const link = giftLink(account.checkoutId);
    return statementsOfPage(account, giftClaim, `/gift/${link}`, { link });
  },
  create: page(create, "/create?type=send-to-someone&step=form"),
};

async function expectIndexed(statements: string[]): Promise<void> {
  for (const statement of statements) {
    for (const step of await explain(statement)) {
      expect(step, statement).toMatchObject({ key: expect.any(String) });
      expect(["ref", "eq_ref", "const", "range"], statement).toContain(step.type);
    }
  }
}

/** Since MySQL scans empty tables. */
async function moveDeliveriesOfAnother(): Promise<void> {
  const { user } = await createUser();
  const rows = await db.select().from(deliveries).limit(500);
  await db
    .insert(movedDeliveries)
    .values(rows.map(({ id, vaultId, deliveryAt }) => ({ userId: user.id, deliveryId: id, vaultId, deliveryAt })));
}

/** For the same reason. */
async function createEndedProposals(): Promise<void> {
  const rows = await db.select().from(deliveries).limit(500);
  await db.insert(proposedAddresses).values(
    rows.map(({ id, vaultId }) => ({
      id: createId(),
      vaultId,
      deliveryId: id,
      email: "mia@example.net",
      contactName: "",
      state: "sent" as const,
      noticeId: createId(),
      begunAt: new Date(),
    })),
  );
}

/** Sealed, delivered, and opened with a code in a signed-in browser. */
async function createRead() {
  const [sender, reader] = [await createUser(), await createUser()];
  const id = await createLetter(sender.user, { recipientEmail: reader.user.email, deliveryDate: "2020-01-01" });
  await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
  await sealVault(sender.user, id);
  await deliverVault(id);
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("It was not delivered.");
  const link = openingLink(delivery);
  const isWaiting = await statementsOfPage(reader, open, `/open/${link}`, { link });
  await sendOpeningCode(delivery, await visitorOf(reader.browser));
  const code = (await writtenTo(delivery.recipientEmail, "opening_code"))[0]?.props.code ?? "";
  const request = formRequest(`/open/${link}`, { code }, reader.browser);
  const browser = await withCookiesOf(reader.browser, await answerOf(open.action, request, reader.browser, { link }));
  return { id, link, browser, isWaiting };
}

describe("a page of an account of any size", () => {
  let full: Account;
  let small: Account;

  beforeAll(async () => {
    await createCrowd(300);
    await createOrdersOfCrowd(50);
    [full, small] = [await arrange(10_000), await arrange(10)];
    for (const { user } of [full, small]) while (!(await indexReceived(user)).isComplete);
    await moveDeliveriesOfAnother();
    await createEndedProposals();
    await analyzeTables();
  }, 300_000);

  it("of a sealed letter runs at most four queries, each on an index", async () => {
    const { id, link, browser, isWaiting } = await createRead();
    const asked = [
      isWaiting,
      await statementsOfPage({ browser: await createBrowser() }, open, `/open/${link}`, { link }),
      await statementsOfPage({ browser }, open, `/open/${link}`, { link }),
      await statementsOfPage({ browser }, details, `/memories/${id}`, { id }),
    ];
    for (const statements of asked) {
      expect(statements.length, statements.join("\n")).toBeGreaterThan(0);
      expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(QUERIES_AT_MOST);
      // With a handful of rows the optimiser rightly scans the table, so only check that an index exists.
      for (const step of (await Promise.all(statements.map(explain))).flat()) {
        expect(step).toMatchObject({ possible_keys: expect.any(String) });
      }
    }
  });

  it("of a board being edited runs at most four queries", async () => {
    const host = await createUser();
    const id = await createLetter(host.user, { type: "memory-board" });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const statements = await statementsOfPage(host, create, `/create?edit=true&id=${id}`);
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(QUERIES_AT_MOST);
  });

  it.each(Object.entries(PAGES))(
    "%s: runs at most four queries on indexes and reads no more rows than shown",
    async (_, open) => {
      const [ofFull, ofSmall] = [await open(full), await open(small)];
      for (const statements of [ofFull, ofSmall]) {
        expect(statements.length).toBeGreaterThan(0);
        expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(QUERIES_AT_MOST);
      }
      await expectIndexed(ofFull);
      const [cost, ofTen] = [await costOf(ofFull), await costOf(ofSmall)];
      // The small account has fewer rows on a page.
      expect(cost.read / cost.returned).toBeLessThanOrEqual((TIMES_AT_MOST * ofTen.read) / ofTen.returned);
    },
  );
});
