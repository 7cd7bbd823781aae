import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSubscriptionCheck, type Shown } from "./subscription-check";

const FREE = { planId: "free", vaultLimit: 1 };
const PLUS = { planId: "plus", vaultLimit: 10 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function arrange(answer: Shown = FREE) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const ask = vi.fn(async (): Promise<Shown | undefined> => answer);
  const onChange = vi.fn();
  const page = (shown: Shown) => createSubscriptionCheck(shown, { storage, now: Date.now, ask, onChange });
  return { ask, onChange, page };
}

describe("the check of the subscription", () => {
  it("asks once for what happens within 300 ms, and again after five minutes", async () => {
    const { ask, page } = arrange();
    const { check } = page(FREE);
    for (let count = 0; count < 5; count += 1) check();
    await vi.advanceTimersByTimeAsync(299);
    expect(ask).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(1);
    check();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(ask).toHaveBeenCalledTimes(1);
    check();
    await vi.advanceTimersByTimeAsync(300);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("discards the response as soon as a page shows another plan, or a purchase begins", async () => {
    const { ask, page } = arrange(PLUS);
    const before = page(FREE);
    before.check();
    await vi.advanceTimersByTimeAsync(300);
    const after = page(PLUS);
    after.check();
    await vi.advanceTimersByTimeAsync(300);
    expect(ask).toHaveBeenCalledTimes(2);
    after.forget();
    after.check();
    await vi.advanceTimersByTimeAsync(300);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it("tells a page that it is outdated, and nothing while the server does not respond", async () => {
    for (const [answer, times] of [
      [PLUS, 1],
      [FREE, 0],
      [undefined, 0],
    ] as const) {
      const { ask, onChange, page } = arrange();
      ask.mockResolvedValue(answer);
      page(FREE).check();
      await vi.advanceTimersByTimeAsync(300);
      expect(onChange).toHaveBeenCalledTimes(times);
    }
  });
});
