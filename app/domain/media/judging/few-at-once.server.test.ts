import { expect, it } from "vitest";
import { fewAtOnce } from "./few-at-once.server";

it("lets so many work at the same time, the others in their order, and goes on after a failure", async () => {
  const inTurn = fewAtOnce(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    inTurn(async () => {
      began.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error("broken");
      return number;
    });
  const all = Promise.allSettled([0, 1, 2, 3, 4].map(work));
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => ends.length).toBe(Math.min(done + 2, 5));
    expect(began).toEqual([0, 1, 2, 3, 4].slice(0, done + 2));
    ends[done]?.();
  }
  expect((await all).map((one) => (one.status === "fulfilled" ? one.value : "broken"))).toEqual([0, "broken", 2, 3, 4]);
});
