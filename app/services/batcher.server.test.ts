import { describe, expect, it, vi } from "vitest";
import { createBatcher } from "./batcher.server";

function createWork(timeoutMs = 60_000) {
  const calls: { items: number[]; end: () => void }[] = [];
  const ask = createBatcher<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = () => (items.includes(0) ? reject(new Error("zero")) : resolve(items.map((item) => `of ${item}`)));
        calls.push({ items, end });
      }),
    { atMost: 3, timeoutMs },
  );
  return { calls, ask };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("a batcher", () => {
  it("puts items that arrive during a call into the next ones, each with its own result", async () => {
    const { calls, ask } = createWork();
    const first = ask(1);
    await soon();
    const others = [2, 3, 4, 5].map(ask);
    await soon();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    calls[0]?.end();
    expect(await first).toBe("of 1");
    await soon();
    calls[1]?.end();
    await soon();
    calls[2]?.end();
    expect(await Promise.all(others)).toEqual(["of 2", "of 3", "of 4", "of 5"]);
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("rejects all items of a failed call, and none after it", async () => {
    const { calls, ask } = createWork();
    const failing = Promise.allSettled([ask(0), ask(1)]);
    await soon();
    const next = ask(2);
    calls[0]?.end();
    expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await soon();
    calls[1]?.end();
    expect(await next).toBe("of 2");
  });

  it("does not wait for a call that hangs", async () => {
    const { calls, ask } = createWork(1);
    const hanging = ask(1);
    await soon();
    const behind = ask(2);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    calls[1]?.end();
    expect(await behind).toBe("of 2");
    calls[0]?.end();
    expect(await hanging).toBe("of 1");
  });
});
