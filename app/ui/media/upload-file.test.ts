import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RetriesExhausted } from "./retry-backoff";
import { type Answer, type Transport, uploadFile, type Watch } from "./upload-file";

/** The request is lost, half of it arrives, the answer is lost, or the server is busy. */
type Fault = "none" | "lost" | "halved" | "unanswered" | "busy";
const FAULTS: Fault[] = ["none", "lost", "halved", "unanswered", "busy"];
const PART = 1000;

/** Behind an unreliable connection. */
let server: Server;
let address = "";
let arrived = Buffer.alloc(0);
let faults: Fault[] = [];
let asked: string[] = [];
let finish: { status: number; body: unknown };
let isReady = false;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  [arrived, faults, asked, isReady] = [Buffer.alloc(0), [], [], false];
  finish = { status: 200, body: { ok: true, file: { id: "one", state: "ready" } } };
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = await buffer(request);
  const fault = faults.shift() ?? "none";
  const say = (status: number, body: unknown) => {
    if (fault === "unanswered") request.socket.destroy();
    else response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
  asked.push(`${request.method} ${request.url}`);
  if (fault === "lost") return void request.socket.destroy();
  if (fault === "busy") return void response.writeHead(503).end();
  if (request.url === "/uploads") {
    return say(200, { ok: true, id: "one", to: { url: `${address}/part`, fields: {} }, partBytes: PART });
  }
  if (request.url === "/part") return part(request, content, fault, say);
  if (request.url === "/uploads/one/finish") {
    isReady = finish.status === 200;
    return say(finish.status, finish.body);
  }
  say(200, { ok: true, file: { id: "one", state: isReady ? "ready" : "receiving", receivedBytes: arrived.length } });
}

function part(
  request: IncomingMessage,
  content: Buffer,
  fault: Fault,
  say: (status: number, body: unknown) => void,
): void {
  const start = Number(/^bytes (\d+)-/.exec(request.headers["content-range"] ?? "")?.[1]);
  const hasGap = start > arrived.length;
  const kept = fault === "halved" ? content.subarray(0, content.length / 2) : content;
  if (!hasGap) arrived = Buffer.concat([arrived.subarray(0, start), kept]);
  if (fault === "halved") request.socket.destroy();
  else say(hasGap ? 409 : 200, { ok: !hasGap, receivedBytes: arrived.length });
}

const call = async (path: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(path.startsWith("http") ? path : address + path, init);
  return { status: response.status, body: await response.json().catch(() => null) };
};

const transport: Transport = {
  start: () => call("/uploads", { method: "POST" }),
  sendPart: ({ to, content, start, total }, onSent, signal) => {
    onSent(content.size / 2);
    const headers = { "Content-Range": `bytes ${start}-${start + content.size - 1}/${total}` };
    return call(to.url, { method: "POST", body: content, headers, signal });
  },
  ask: (id) => call(`/uploads/${id}`, {}),
  finish: (id) => call(`/uploads/${id}/finish`, { method: "POST" }),
  isOurs: () => true,
  pause: async () => {},
};

function watch(change: Partial<Watch> = {}): Watch & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    signal: new AbortController().signal,
    onStart: (id) => calls.push(`start ${id}`),
    onSent: (bytes) => calls.push(String(bytes)),
    onWait: (why) => calls.push(why),
    onCheck: () => calls.push("check"),
    ...change,
  };
}

const file = { id: "mine", kind: "video" as const, fileName: "dance.mp4", bytes: 2500 };
const content = Buffer.from(Array.from({ length: 2500 }, (_, index) => index % 251));
const send = (watching = watch(), by = transport) => uploadFile(new Blob([content]), file, by, watching);

describe("a file", () => {
  it("is sent in parts, one after the other, and then inspected", async () => {
    const watching = watch();
    await expect(send(watching)).resolves.toEqual({ ok: true, file: { id: "one", state: "ready" } });
    expect(arrived.equals(content)).toBe(true);
    expect(watching.calls).toEqual(["start one", "0", "500", "1000", "1500", "2000", "2250", "check"]);
  });

  it("arrives complete over any connection that recovers", async () => {
    const line = fc.array(fc.constantFrom(...FAULTS), { maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(line, async (bad) => {
        [arrived, faults, isReady] = [Buffer.alloc(0), [...bad], false];
        await expect(send()).resolves.toMatchObject({ ok: true });
        expect(arrived.equals(content)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it("resumes from what the server has", async () => {
    faults = ["none", "none", "halved"];
    const watching = watch();
    await send(watching);
    expect(watching.calls).toEqual(["start one", "0", "500", "1000", "1500", "waiting", "1500", "2000", "check"]);
  });

  it("resumes when it is retried", async () => {
    arrived = content.subarray(0, 1700);
    const resumed: Transport = {
      ...transport,
      start: async () => {
        const { status, body } = await transport.start(file);
        return { status, body: { ...(body as object), receivedBytes: 1700 } };
      },
    };
    await expect(send(watch(), resumed)).resolves.toMatchObject({ ok: true });
    expect(asked.filter((one) => one === "POST /part")).toHaveLength(1);
    expect(arrived.equals(content)).toBe(true);
  });

  describe("for a store that only reports complete files", () => {
    const elsewhere: Transport = {
      ...transport,
      isOurs: () => false,
      ask: async (id) => {
        await transport.ask(id, new AbortController().signal);
        const receivedBytes = arrived.length === content.length ? arrived.length : 0;
        return { status: 200, body: { file: { state: "receiving", receivedBytes } } };
      },
    };

    it("sends a part again that got no response", async () => {
      faults = ["none", "none", "unanswered"];
      const watching = watch();
      await expect(send(watching, elsewhere)).resolves.toMatchObject({ ok: true });
      expect(arrived.equals(content)).toBe(true);
      expect(watching.calls).toEqual([
        ...["start one", "0", "500", "1000", "1500", "waiting"],
        ...["1000", "1500", "2000", "2250", "check"],
      ]);
    });

    it("is not sent again if only the last response was lost", async () => {
      faults = ["none", "none", "none", "unanswered"];
      await expect(send(watch(), elsewhere)).resolves.toMatchObject({ ok: true });
      expect(asked.filter((one) => one === "POST /part")).toHaveLength(3);
    });

    it("sends a part again that came while the store had too many requests", async () => {
      let isFirst = true;
      const sendPart: Transport["sendPart"] = async (...given) => {
        const answer = isFirst ? { status: 420, body: { error: { message: "Rate Limit" } } } : undefined;
        isFirst = false;
        return answer ?? transport.sendPart(...given);
      };
      await expect(send(watch(), { ...elsewhere, sendPart })).resolves.toMatchObject({ ok: true });
      expect(arrived.equals(content)).toBe(true);
    });

    it("may be retried when the store refuses a part", async () => {
      const refusing = { ...elsewhere, sendPart: async () => ({ status: 400, body: { error: { message: "Stale" } } }) };
      await expect(send(watch(), refusing)).resolves.toMatchObject({ ok: false, isOver: false });
    });
  });

  it.each([
    ["Invalid image file", "isn’t a video we can read."],
    ["Unsupported video format or file", "isn’t a video we can read."],
    [
      "File size too large. Got 209715200. Maximum is 104857600. Upgrade your plan",
      "is larger than our storage can take.",
    ],
  ])("cannot be retried when another store refuses the file: %s", async (message, said) => {
    const sendPart = async () => ({ status: 400, body: { error: { message } } });
    const ask = async () => ({ status: 200, body: { file: { state: "receiving", receivedBytes: 0 } } });
    const refusing = { ...transport, isOurs: () => false, sendPart, ask };
    const sent = await send(watch(), refusing);
    expect(sent).toEqual({ ok: false, isOver: true, message: expect.stringContaining(said) });
  });

  it("is given up after too many failures in a row", async () => {
    const pauses: number[] = [];
    const dead = { ...transport, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
    faults = ["none", ...Array<Fault>(20).fill("lost")];
    await expect(send(watch(), dead)).rejects.toBeInstanceOf(RetriesExhausted);
    expect(pauses).toHaveLength(7);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(40_000);
  });

  it.each([
    ["lost", "waiting", "there is no connection."],
    ["busy", "failing", "our server has a problem. Please try again in a minute."],
  ] as const)("tells a lost connection and a failing server apart (%s)", async (fault, why, reason) => {
    faults = ["none", ...Array<Fault>(20).fill(fault)];
    const watching = watch();
    await expect(send(watching)).rejects.toThrow(`Failed to upload file: ${reason}`);
    expect(watching.calls.slice(3)).toEqual(Array(8).fill(why));
  });

  it.each([420, 429])("blames no connection for too many requests (%s)", async (status) => {
    const watching = watch();
    const sendPart = async () => ({ status, body: null });
    await expect(send(watching, { ...transport, sendPart })).rejects.toThrow("our server has a problem");
    expect(watching.calls).toContain("failing");
    expect(watching.calls).not.toContain("waiting");
  });

  it("is not retried when the server refuses it, and returns the reason", async () => {
    finish = { status: 422, body: { ok: false, reason: "svg", message: "It is a drawing." } };
    await expect(send()).resolves.toEqual({ ok: false, isOver: true, message: "It is a drawing." });
    expect(asked.filter((one) => one.endsWith("/finish"))).toHaveLength(1);
  });

  it("ends with the server's message when a limit is used up, and may be retried", async () => {
    finish = { status: 429, body: { ok: false, message: "Please try again tomorrow." } };
    await expect(send()).resolves.toEqual({ ok: false, isOver: false, message: "Please try again tomorrow." });
    expect(asked.filter((one) => one.endsWith("/finish"))).toHaveLength(1);
  });

  it("gives up with the message of a server that stays busy", async () => {
    finish = { status: 503, body: { ok: false, message: "Our storage doesn’t answer." } };
    await expect(send()).rejects.toThrow("Our storage doesn’t answer.");
  });

  it("may be retried if it arrived incomplete", async () => {
    finish = { status: 409, body: { ok: false, reason: "broke_off", message: "Not whole." } };
    const message = "“dance.mp4” didn’t arrive in full. Please add it again.";
    await expect(send()).resolves.toEqual({ ok: false, isOver: false, message });
  });

  it("stops when it is cancelled", async () => {
    const cancelled = new AbortController();
    const watching = watch({ signal: cancelled.signal, onSent: (bytes) => void (bytes > 1000 && cancelled.abort()) });
    await expect(send(watching)).rejects.toThrow(/abort/i);
    expect(arrived.length).toBeLessThan(content.length);
    expect(asked.some((one) => one.endsWith("/finish"))).toBe(false);
  });

  it("reports its id if it is cancelled before the server responds, so that it can be removed", async () => {
    const cancelled = new AbortController();
    const slow = {
      ...transport,
      start: async () => {
        cancelled.abort();
        return transport.start(file);
      },
    };
    const watching = watch({ signal: cancelled.signal });
    await expect(send(watching, slow)).rejects.toThrow(/abort/i);
    expect(watching.calls).toEqual(["start one"]);
  });
});
