import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Answer, Transport } from "./upload-file";
import { holdUploads, newUploadId, Uploads, uploadsOf } from "./uploads";

/** Responses are given by hand. */
const open = new Map<string, (answer: Answer) => void>();
const started: string[] = [];
const removed: string[] = [];
let uploads: Uploads;

const transport: Transport = {
  start: async ({ id }) => {
    started.push(id);
    return { status: 200, body: { id: `server-${id}`, to: { url: "/here", fields: {} }, partBytes: 100 } };
  },
  sendPart: ({ id }, _, signal) =>
    new Promise((resolve, reject) => {
      open.set(id, resolve);
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    }),
  ask: async () => ({ status: 404, body: null }),
  finish: async (id) => ({ status: 200, body: { file: { id, state: "ready" } } }),
  isOurs: () => true,
  pause: async () => {},
};

beforeEach(() => {
  open.clear();
  started.length = removed.length = 0;
  uploads = new Uploads(transport, (id) => removed.push(id));
});

const add = (count: number) => {
  for (let index = 0; index < count; index += 1) uploads.add("photo", new File(["content"], `${index}.jpg`));
};
const states = () => uploads.all().map(({ state }) => state);
const sending = async (count: number) => vi.waitFor(() => expect(open.size).toBe(count));
const answer = (index: number, given: Answer = { status: 200, body: { receivedBytes: 7 } }) => {
  const id = uploads.all()[index]?.serverId ?? "";
  open.get(id)?.(given);
  open.delete(id);
};

describe("the files of a page", () => {
  it("are sent three at a time, in order", async () => {
    add(5);
    await sending(3);
    expect(states()).toEqual(["sending", "sending", "sending", "queued", "queued"]);
    answer(1);
    await vi.waitFor(() => expect(states()).toEqual(["sending", "ready", "sending", "sending", "queued"]));
  });

  it("notify listeners of each change", async () => {
    const told = vi.fn();
    const stop = uploads.subscribe(told);
    add(1);
    await sending(1);
    const before = told.mock.calls.length;
    expect(before).toBeGreaterThan(1);
    stop();
    answer(0);
    await vi.waitFor(() => expect(states()).toEqual(["ready"]));
    expect(told).toHaveBeenCalledTimes(before);
  });

  it("make room for the next one when they are removed, from the server too", async () => {
    add(4);
    await sending(3);
    const [first] = uploads.all();
    uploads.drop(first?.id ?? "");
    await vi.waitFor(() => expect(states()).toEqual(["sending", "sending", "sending"]));
    expect(removed).toEqual([first?.serverId]);
    expect(uploads.snapshot().removed).toEqual(removed);
  });

  it("are removed from the server if they were dropped before it responded", async () => {
    add(1);
    uploads.drop(uploads.all()[0]?.id ?? "");
    await vi.waitFor(() => expect(removed).toEqual([`server-${started[0]}`]));
    expect(uploads.all()).toEqual([]);
  });

  it("are not sent again if refused, and block no other", async () => {
    add(4);
    await sending(3);
    answer(0, { status: 400, body: { message: "It is a drawing." } });
    await vi.waitFor(() => expect(states()).toEqual(["refused", "sending", "sending", "sending"]));
    expect(uploads.all()[0]?.message).toBe("It is a drawing.");
    expect(removed, "a store that refuses a file does not tell the server").toEqual([uploads.all()[0]?.serverId]);
  });

  it("resume under the server's id", async () => {
    add(1);
    await sending(1);
    answer(0, { status: 404, body: null });
    await vi.waitFor(() => expect(states()).toEqual(["stopped"]));
    const { id = "", serverId } = uploads.all()[0] ?? {};
    uploads.retry(id);
    await vi.waitFor(() => expect(started).toEqual([id, serverId]));
    expect(uploads.all()[0]?.message).toBeUndefined();
  });

  it("continue when their form is redrawn, and stop when it is removed", async () => {
    const begin = () => uploadsOf("form", () => uploads);
    begin().add("photo", new File(["content"], "a.jpg"));
    await sending(1);
    const leave = holdUploads("form");
    leave();
    const releaseAgain = holdUploads("form");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(begin()).toBe(uploads);
    expect(states()).toEqual(["sending"]);
    const stopped = vi.spyOn(uploads, "stop");
    releaseAgain();
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce());
    expect(uploadsOf("form", () => new Uploads(transport, () => {}))).not.toBe(uploads);
  });

  it("do not go on with the next one once they are stopped", async () => {
    add(4);
    await sending(3);
    uploads.stop();
    // Requests that were stopped settle first.
    await new Promise((resolve) => setTimeout(resolve));
    expect(started).toHaveLength(3);
  });

  it("are announced for eight seconds, also soon after others", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const arrive = async (index: number) => {
      add(1);
      await vi.waitFor(() => expect(states()[index]).toBe("sending"));
      answer(index);
      await vi.waitFor(() => expect(uploads.snapshot().arrived).toBe(1));
    };
    await arrive(0);
    await vi.advanceTimersByTimeAsync(5_000);
    await arrive(1);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(uploads.snapshot().arrived).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(uploads.snapshot().arrived).toBe(0);
  });

  it("have unique ids in the database's format", () => {
    const ids = Array.from({ length: 1000 }, newUploadId);
    expect(ids.every((id) => /^[a-z][0-9a-z]{23}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1000);
  });
});
