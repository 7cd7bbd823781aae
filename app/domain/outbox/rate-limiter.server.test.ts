import { addDays, addMilliseconds } from "date-fns";
import { afterEach, expect, it } from "vitest";
import { db } from "~/services/db.server";
import { rateLimiters } from "~db/schema";
import { pauseProvider, returnTokens, takeTokens } from "./rate-limiter.server";

const NOW = new Date("2030-01-01T00:00:00Z");
const PER_SECOND = 10;

afterEach(() => db.delete(rateLimiters));

/** Of a bucket of two. */
const ask = (others: number, at = NOW) => takeTokens("mailgun", { urgent: 0, others }, PER_SECOND, at);
const pause = (seconds: number, at = NOW) => pauseProvider("mailgun", seconds, "too many", at);

it("grants each token once to workers that ask at the same time", async () => {
  const askAtOnce = (others: number) =>
    Promise.all(Array.from({ length: 5 }, (_, ms) => ask(others, addMilliseconds(NOW, ms))));
  expect(await ask(1)).toMatchObject({ others: 1 });
  // Opens a connection for each.
  await askAtOnce(0);
  const granted = await askAtOnce(1);
  expect(granted.filter(({ others }) => others > 0)).toHaveLength(1);
});

it("grants returned tokens again, up to a burst", async () => {
  expect(await ask(2)).toMatchObject({ others: 2 });
  expect(await ask(1)).toMatchObject({ others: 0 });
  await returnTokens("mailgun", 9, PER_SECOND);
  expect(await ask(9)).toMatchObject({ others: 2 });
});

it("pauses for as long as the longest request says, for an hour at most", async () => {
  for (const seconds of [60, 90, 30]) await pause(seconds);
  expect(await ask(1)).toMatchObject({ isPaused: true, retryInMs: 90_000 });
  await pause(86_400);
  expect(await ask(1)).toMatchObject({ isPaused: true, retryInMs: 3_600_000 });
});

it("ends a pause that was set before the clock was set back with the next one", async () => {
  await pause(60, addDays(NOW, 30));
  await pause(30);
  expect(await ask(1)).toMatchObject({ isPaused: true, retryInMs: 30_000 });
});
