import { createHmac } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import { providerEvents } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { createDueLetter } from "../../tests/factories/letter";
import { answerOf } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { action } from "./webhooks.mailgun";

const KEY = vi.hoisted(() => {
  process.env.MAILGUN_WEBHOOK_KEY = "key-of-webhooks";
  return "key-of-webhooks";
});

type Event = Record<string, unknown>;
const seconds = () => Math.floor(Date.now() / 1000);
const token = () => createHmac("sha256", createId()).update("").digest("hex").slice(0, 50);

/** A webhook signed like Mailgun's. */
function webhook(event: Event = {}, signature: Partial<Record<"timestamp" | "token" | "signature", string>> = {}) {
  const signed = { timestamp: String(seconds()), token: token(), ...signature };
  const valid = createHmac("sha256", KEY)
    .update(signed.timestamp + signed.token)
    .digest("hex");
  return {
    signature: { signature: valid, ...signed },
    "event-data": { id: createId(), event: "delivered", timestamp: seconds() + 0.529, ...event },
  };
}

async function post(body: unknown): Promise<Response> {
  const request = new Request("http://localhost:3000/webhooks/mailgun", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return answerOf(action, request, await createBrowser());
}

const kept = (eventId: unknown) =>
  db
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.eventId, String(eventId)));

describe("a webhook of Mailgun", () => {
  it.each([
    ["delivered", undefined, "arrived"],
    ["failed", "permanent", "bounced", { code: 550, message: "5.1.1 no such user" }],
    ["failed", "permanent", "undelivered", { code: 550, message: "blocked", "enhanced-code": "5.7.1" }],
    ["failed", "permanent", "undelivered", { code: [], "enhanced-code": 5 }],
    ["failed", "temporary", "delayed"],
    ["rejected", undefined, "undelivered"],
    ["complained", undefined, "complained"],
    ["opened", undefined, "other"],
    ["something_new", undefined, "other"],
  ])("that tells %s %s is kept as %s", async (event, severity, kind, status?: object) => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user);
    const about = { "user-variables": { outbox_id: delivery.messageId }, "delivery-status": status };
    const body = webhook({ event, severity, ...about });
    expect((await post(body)).status).toBe(200);
    expect(await kept(body["event-data"].id)).toMatchObject([
      { kind, messageId: delivery.messageId, handleAt: expect.any(Date) },
    ]);
  });

  it("is kept by a machine whose clock is days off: Mailgun repeats nothing that was refused", async () => {
    const body = webhook();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * 86_400_000 });
    try {
      expect((await post(body)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    expect(await kept(body["event-data"].id)).toHaveLength(1);
  });

  it("is stored once when repeated; another event with its token is refused", async () => {
    const body = webhook();
    expect((await post(body)).status).toBe(200);
    expect((await post(body)).status).toBe(200);
    expect(await kept(body["event-data"].id)).toHaveLength(1);
    const forged = { ...body, "event-data": { ...body["event-data"], id: createId(), event: "failed" } };
    expect((await post(forged)).status).toBe(406);
    expect(await kept(forged["event-data"].id)).toEqual([]);
  });

  it("stores the mail server's response without the address", async () => {
    const message = "550 5.1.1 <mia.berger@example.net>: no such user mia.berger@example.net\r\nhere";
    const body = webhook({ event: "failed", severity: "permanent", "delivery-status": { message, code: 550 } });
    await post(body);
    expect(await kept(body["event-data"].id)).toMatchObject([{ detail: "550 5.1.1 …: no such user … here" }]);
  });

  it.each([
    ["an altered timestamp", () => ({ ...webhook(), signature: { ...webhook().signature, timestamp: "1700000000" } })],
    ["a made-up signature", () => webhook({}, { signature: "a".repeat(64) })],
    ["a signature that is 13 hours old", () => webhook({}, { timestamp: String(seconds() - 13 * 3_600) })],
    ["a signature from 13 hours ahead", () => webhook({}, { timestamp: String(seconds() + 13 * 3_600) })],
  ])("with %s is refused for good", async (_, make) => {
    const body = make();
    expect((await post(body)).status).toBe(406);
    expect(await kept(body["event-data"].id)).toEqual([]);
  });

  it.each([
    ["no JSON", "signature=1"],
    ["nothing", ""],
    ["a list", []],
    ["null", "null"],
    ["no event", { signature: webhook().signature }],
    ["no signature", { "event-data": webhook()["event-data"] }],
    ["an endless id", webhook({ id: "x".repeat(10_000) })],
    ["a number as its id", webhook({ id: 7 })],
    ["a time that is none", webhook({ timestamp: 1e300 })],
    ["deep nesting", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
  ])("with %s is malformed", async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("stores an event about an unknown message without effect", async () => {
    const body = webhook({ "user-variables": { outbox_id: "' OR 1=1" } });
    expect((await post(body)).status).toBe(200);
    expect(await kept(body["event-data"].id)).toMatchObject([{ messageId: null }]);
  });
});
