import { createId } from "@paralleldrive/cuid2";
import { subHours } from "date-fns";
import { beforeEach, expect, it } from "vitest";
import { loader as readiness } from "~/routes/readyz";
import { db } from "~/services/db.server";
import { providerEvents } from "~db/schema";
import type { ProviderEventKind } from "~db/schema/states";
import { costOf, explain, statementsOf } from "../../../tests/factories/statements";
import { countUndelivered } from "./count-undelivered.server";
import { saveProviderEvent } from "./provider-event.server";

beforeEach(async () => {
  await db.delete(providerEvents);
});

const report = (kind: ProviderEventKind, hoursAgo: number, provider: "mailgun" | "twilio" = "mailgun") => {
  const [eventId, token, at] = [createId(), createId(), subHours(new Date(), hoursAgo)];
  return saveProviderEvent({ provider, eventId, token, kind, name: kind, detail: "", at }, at);
};

it("counts what each provider gave up in the last day, and /readyz says so without failing", async () => {
  expect(await (await readiness()).text()).not.toContain("gave up");
  await report("arrived", 1);
  await report("bounced", 1);
  await report("undelivered", 25);
  await report("undelivered", 23);
  await report("undelivered", 1, "twilio");
  await report("undelivered", 0, "twilio");
  const answer = await readiness();
  expect([answer.status, (await answer.text()).split("\n")]).toEqual([
    200,
    expect.arrayContaining([
      "mailgun gave up 1 message in the last day, not because of their addresses: see the log of the workers",
      "twilio gave up 2 messages in the last day, not because of their addresses: see the log of the workers",
    ]),
  ]);
});

it("reads nothing but an index, of these events only", async () => {
  for (let hours = 0; hours < 20; hours += 1) await report("arrived", hours);
  await report("undelivered", 1);
  const [statement = ""] = await statementsOf(countUndelivered);
  const usesOnlyIndex = { key: "provider_events_kind", Extra: expect.stringContaining("Using index") };
  expect(await explain(statement)).toMatchObject([usesOnlyIndex]);
  expect((await costOf([statement])).read).toBeLessThan(10);
});
