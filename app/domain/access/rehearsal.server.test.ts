import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { renderEmail } from "~/emails/catalogue";
import { db } from "~/services/db.server";
import { deliveries, deliveryEvents, messages } from "~db/schema";
import { createDraft, createDueLetter, createLetter, DUE_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { rehearse, sendRehearsal } from "./rehearsal.server";

async function rehearsed(...args: Parameters<typeof rehearse>) {
  const rehearsal = await rehearse(...args);
  if (!rehearsal.ok) throw new Error(rehearsal.reason);
  return rehearsal;
}

const withoutLinks = (text: string) => text.replace(/https?:\/\/[^\s"<]+/g, "LINK");
const tracesOf = async (id: string) => [
  await db.$count(deliveries, eq(deliveries.vaultId, id)),
  await db.$count(deliveryEvents, eq(deliveryEvents.vaultId, id)),
  await db.$count(messages, eq(messages.vaultId, id)),
];

describe("a rehearsal", () => {
  it.each([
    ["a letter", {}],
    ["a letter whose text travels in the mail", { includesMessage: true, message: "Dear Mia,\n\n  hello" }],
    ["a letter to an address without a name", { recipientName: "" }],
    ["a board", { type: "memory-board", boardRecipients: [{ name: "Leo", email: `${createId()}@example.net` }] }],
    ["a board without a list", { type: "memory-board" }],
    ["a message to oneself", { type: "future-self" }],
  ] as const)("of %s is the mail that comes on its day, but for the link", async (_, input) => {
    const { user } = await createUser({ timeZone: "Asia/Tokyo" });
    const written = "boardRecipients" in input ? { ...input, boardRecipients: [...input.boardRecipients] } : input;
    const id = await createLetter(user, { deliveryZone: "Asia/Tokyo", ...written });
    const { mail, to } = await rehearsed(user, id);
    await deliverVault(id, DUE_AT);
    const [sent] = await writtenTo(to[0]?.email ?? "", "delivery");
    // A rehearsal has no link that stops emails from its own author.
    const real = renderEmail("delivery", { ...(sent?.props as object), stopUrl: undefined });
    expect(sent?.toName).toBe(to[0]?.name);
    expect(mail.subject).toBe(real.subject);
    expect(withoutLinks(mail.text)).toBe(withoutLinks(real.text));
    expect(withoutLinks(mail.html)).toBe(withoutLinks(real.html));
    expect(mail.text).toContain(`/memories/${id}/rehearsal`);
  });

  it("has the words for a sender who wrote to their own address", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { recipientEmail: user.email });
    expect((await rehearsed(user, id)).mail.subject).toBe("You kept something for Mia");
  });

  it("creates no delivery, event or mail", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const before = await tracesOf(id);
    await rehearsed(user, id);
    expect(await tracesOf(id)).toEqual(before);
  });

  it("is possible for an incomplete draft", async () => {
    const { user } = await createUser();
    const id = await createDraft(user, { title: "", message: "" });
    const { mail, to } = await rehearsed(user, id);
    expect(mail.text).toContain("Untitled Vault");
    expect(to).toEqual([{ name: "", email: "" }]);
    const toSelf = await createDraft(user, { title: "", message: "", type: "future-self" });
    expect((await rehearsed(user, toSelf)).to).toEqual([{ name: user.name, email: user.email }]);
  });

  it("is refused to others, and for sealed, cancelled and delivering vaults", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const { user: stranger } = await createUser();
    const [open, sealed, cancelled] = [await createLetter(user), await createLetter(user), await createLetter(user)];
    await sealVault(user, sealed);
    await cancelVault(user, cancelled);
    const { id: due, delivery } = await createDueLetter(user);
    const { user: recipient } = await createUser({ email: delivery.recipientEmail });
    for (const [who, id, reason] of [
      [stranger, open, "not_found"],
      [user, createId(), "not_found"],
      [recipient, due, "not_found"],
      [user, sealed, "sealed"],
      [user, cancelled, "over"],
      [user, due, "over"],
    ] as const) {
      expect(await rehearse(who, id), reason).toEqual({ ok: false, reason });
      expect(await sendRehearsal(who, id, createId()), reason).toEqual({ ok: false, reason });
    }
  });
});

describe("the rehearsal mail", () => {
  it("is sent to the owner once for each form, also when submitted concurrently", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { includesMessage: true, message: "Dear Mia" });
    const events = (await tracesOf(id))[1];
    const formId = createId();
    const sent = await Promise.all(Array.from({ length: 6 }, () => sendRehearsal(user, id, formId)));
    expect(sent).toEqual(Array.from({ length: 6 }, () => ({ ok: true })));
    const [mail, ...more] = await writtenTo(user.email, "rehearsal");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ toName: user.name, deliveryId: null, props: { message: "Dear Mia" } });
    expect(renderEmail("rehearsal", mail?.props).subject).toMatch(/^Rehearsal: /);
    await sendRehearsal(user, id, createId());
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(2);
    expect(await tracesOf(id)).toEqual([0, events, 2]);
  });

  it("needs a verified email", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user);
    expect(await sendRehearsal(user, id, createId())).toEqual({ ok: false, reason: "unverified" });
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });
});
