import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { burstOf } from "./allowance";
import { pauseProvider } from "./allowance.server";
import { createTurns } from "./turns.server";

const START = new Date("2030-01-01T00:00:00Z").getTime();
const at = (ms: number) => new Date(START + ms);
const asking = { isUrgent: false, hasTurn: false };

function createWorker(provider: string, perSecond: number) {
  const denied: Date[] = [];
  const turns = createTurns(provider, perSecond, async (freeAt) => {
    denied.push(freeAt);
  });
  const askFor = async (count: number, now: Date, changes: Partial<typeof asking> = {}) => {
    const answers = await Promise.all(Array.from({ length: count }, () => turns.take({ ...asking, ...changes }, now)));
    return answers.filter((notBefore) => notBefore === undefined).length;
  };
  return { turns, denied, askFor };
}

describe("two workers that send at the same time", () => {
  it("stay within one rate together, and use it up", async () => {
    const provider = createId().slice(0, 20);
    const workers = [createWorker(provider, 40), createWorker(provider, 40)];
    let sent = 0;
    for (let now = 0; now <= 3_000; now += 100) {
      const counts = await Promise.all(workers.map((worker) => worker.askFor(20, at(now))));
      for (const count of counts) sent += count;
      expect(sent).toBeLessThanOrEqual((now / 1000) * 40 + burstOf(40));
    }
    expect(sent).toBeGreaterThanOrEqual(3 * 40);
  });

  it("begin within one rate, though neither finds a count", async () => {
    const provider = createId().slice(0, 20);
    const workers = Array.from({ length: 5 }, () => createWorker(provider, 10));
    await Promise.all(workers.map((worker) => worker.askFor(20, at(0))));
    // The initial excess is paid back.
    let later = 0;
    for (let now = 500; now <= 3_000; now += 500) later += (await workers[0]?.askFor(50, at(now))) ?? 0;
    expect(later).toBeLessThanOrEqual(30);
  });

  it("both stop when one was asked to, those that have their turn with them, and so does one that starts again", async () => {
    for (const perSecond of [0, 50]) {
      const provider = createId().slice(0, 20);
      const [one, two] = [createWorker(provider, perSecond), createWorker(provider, perSecond)];
      expect(await one.askFor(3, at(0))).toBe(3);
      expect(await pauseProvider(provider, 90, at(10))).toEqual(at(90_010));
      await pauseProvider(provider, 5, at(20));
      for (const worker of [one, two, createWorker(provider, perSecond)]) {
        expect(await worker.askFor(3, at(89_000))).toBe(0);
        expect(await worker.askFor(3, at(89_000), { isUrgent: true })).toBe(0);
        expect(await worker.askFor(3, at(89_000), { hasTurn: true })).toBe(0);
        expect(worker.denied.every((freeAt) => freeAt.getTime() === START + 90_010)).toBe(true);
      }
      for (const worker of [one, two]) expect(await worker.askFor(3, at(90_010))).toBe(3);
    }
  });

  it("do not hold each other up by pauses of other providers", async () => {
    const [paused, other] = [createId().slice(0, 20), createId().slice(0, 20)];
    await pauseProvider(paused, 60, at(0));
    expect(await createWorker(other, 5).askFor(1, at(1))).toBe(1);
  });
});

it("many messages at once are few questions, and one call for who has to wait", async () => {
  const worker = createWorker(createId().slice(0, 20), 10);
  expect(await worker.askFor(1_000, at(0))).toBe(burstOf(10));
  expect(worker.denied.length).toBeLessThanOrEqual(2);
});

it("a message that was given its turn asks for none", async () => {
  const worker = createWorker(createId().slice(0, 20), 1);
  await worker.askFor(10, at(0));
  expect(await worker.askFor(10, at(0), { hasTurn: true })).toBe(10);
});
