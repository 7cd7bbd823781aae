import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { sealVault } from "~/domain/vault/vault.server";
import * as root from "~/root";
import { db } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { analyzeTables, createCrowd, createFullAccount } from "../../tests/factories/full-account";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest, requestContext } from "../../tests/factories/request";
import { costOf, planOf, statementsOf } from "../../tests/factories/statements";
import type { Person } from "../../tests/factories/user";
import * as activity from "./activity";
import * as create from "./create";
import * as dashboard from "./dashboard";
import * as details from "./memories.$id";
import * as timeline from "./timeline";

type Handler = (args: never) => unknown;
type Account = Person & {
  ids: Record<"scheduled" | "sealed" | "delivered" | "opened" | "held" | "received", string>;
  place: string;
};

const QUERIES_AT_MOST = 4;
/** How much more may be read for a row of 10,000 than for a row of ten. */
const TIMES_AT_MOST = 1.5;

async function arrange(count: number): Promise<Account> {
  const person = await createFullAccount(count, new Date());
  const idIn = async (state: string) => {
    const own = and(eq(memories.userId, person.user.id), eq(memories.state, state));
    return String((await db.select({ id: memories.id }).from(memories).where(own).limit(1))[0]?.id);
  };
  const [received] = await db
    .select({ id: deliveries.memoryId })
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
  return { ...person, ids, place: `${Date.now() + 86_400_000}-${"m".repeat(24)}` };
}

/** A vault that had been sealed, and that its sender has looked into since it was delivered. */
async function sealAndDeliver({ user, browser }: Person): Promise<string> {
  const id = await createLetter(user);
  expect(await sealVault(user, id)).toMatchObject({ ok: true });
  await db.update(memories).set({ state: "delivered", deliveredAt: new Date() }).where(eq(memories.id, id));
  expect((await answerOf(details.loader, pageRequest(`/memories/${id}`, browser), browser, { id })).status).toBe(200);
  return id;
}

/** What the two loaders of a page ask, as when a browser asks for it. */
function statementsOfPage(
  { browser }: Account,
  route: { loader: Handler },
  path: string,
  id?: string,
): Promise<string[]> {
  const request = pageRequest(path, browser);
  const context = requestContext(request, browser);
  const args = { request, context, params: id ? { id } : {} } as never;
  return statementsOf(async () => {
    const answers = await Promise.all([root.loader(args), route.loader(args)]);
    for (const answer of answers as Response[]) expect(answer.status).toBe(200);
  });
}

const memory = (state: keyof Account["ids"]) => (account: Account) =>
  statementsOfPage(account, details, `/memories/${account.ids[state]}`, account.ids[state]);
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
  "details, scheduled": memory("scheduled"),
  "details, sealed": memory("sealed"),
  "details, delivered": memory("delivered"),
  "details, sealed and delivered": memory("opened"),
  "details, held": memory("held"),
  "details, received": memory("received"),
  create: page(create, "/create?type=send-to-someone&step=form"),
};

describe("a page of an account of any size", () => {
  let full: Account;
  let small: Account;

  beforeAll(async () => {
    await createCrowd(300);
    [full, small] = [await arrange(10_000), await arrange(10)];
    await analyzeTables();
  }, 120_000);

  it.each(Object.entries(PAGES))(
    "%s: asks at most four things, each of an index, and reads no more than it shows",
    async (_, open) => {
      const [ofFull, ofSmall] = [await open(full), await open(small)];
      for (const statements of [ofFull, ofSmall]) {
        expect(statements.length).toBeGreaterThan(0);
        expect(statements.length).toBeLessThanOrEqual(QUERIES_AT_MOST);
      }
      for (const statement of ofFull) {
        for (const step of await planOf(statement)) {
          expect(step, statement).toMatchObject({ key: expect.any(String) });
          expect(["ref", "eq_ref", "const", "range"], statement).toContain(step.type);
        }
      }
      const [cost, ofTen] = [await costOf(ofFull), await costOf(ofSmall)];
      // A page of the small account has fewer rows to show.
      expect(cost.read / cost.answered).toBeLessThanOrEqual((TIMES_AT_MOST * ofTen.read) / ofTen.answered);
    },
  );
});
