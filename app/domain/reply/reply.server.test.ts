import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { declineDelivery } from "~/domain/delivery/decline.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { block, blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { credentials, memories, replies, uploads } from "~db/schema";
import { createDueLetter, DUE_AT, reportEvent } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { setConversationClosed } from "./close-conversation.server";
import { findCorrespondents, listConversation, listConversations } from "./conversation.server";
import { countReceivedReplies, listReceivedReplies } from "./received-replies.server";
import { viewReplyMedia } from "./view-reply-media.server";
import { type NewReply, writeReply, writingRefusal } from "./write-reply.server";

const minutesOn = (minutes: number) => new Date(DUE_AT.getTime() + minutes * 60_000);

function words(text: string, overrides: Partial<NewReply> = {}): NewReply {
  const formId = createId();
  return {
    formId,
    text,
    files: { owner: uploadOwner({ visitorToken: createId() }), formId },
    ...overrides,
  };
}

/** Mia has opened a letter from Ada. */
async function arrange() {
  const ada = await createUser({ name: "Ada" });
  const { id, delivery } = await createDueLetter(ada.user);
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  const reader = await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT);
  const owner = await viewVault({ user: ada.user }, id, DUE_AT);
  const between = reader && (await findCorrespondents(reader));
  if (!reader || !owner || !between) throw new Error("The letter is not open.");
  return { ada, id, delivery, reader, owner, between };
}

describe("a reply", () => {
  it("is listed with its beginning, which splits no emoji", async () => {
    const { ada, reader, between } = await arrange();
    await writeReply(reader, between, words(`${"a".repeat(195)}👩‍👧‍👦 and more`), minutesOn(1));
    expect((await listReceivedReplies(ada.user)).replies).toMatchObject([{ beginning: `${"a".repeat(195)}…` }]);
  });

  it("is listed, counted and recorded, and notified by a mail without its text", async () => {
    const { ada, id, delivery, reader, between } = await arrange();
    expect(await writeReply(reader, between, words("I am crying.\nThank you."), minutesOn(1))).toEqual({ ok: true });
    expect(await countReceivedReplies(ada.user)).toBe(1);
    expect((await listReceivedReplies(ada.user)).replies).toEqual([
      {
        id: expect.any(String),
        vaultId: id,
        deliveryId: delivery.id,
        title: reader.vault.title,
        fromName: "Mia",
        beginning: "I am crying. Thank you.",
        createdAt: minutesOn(1),
      },
    ]);
    const [mail, ...others] = await writtenTo(ada.user.email, "reply_notice");
    expect(others).toEqual([]);
    expect(JSON.stringify(mail?.props)).not.toContain("crying");
    expect(mail?.props).toMatchObject({
      fromName: "Mia",
      url: expect.stringContaining(`/memories/${id}/replies?with=`),
      unsubscribeUrl: expect.stringContaining("/unsubscribe/"),
    });
    expect((await listEvents(id)).map(({ kind }) => kind)).toContain("replied");
  });

  it("can be answered by the sender, which mails the recipient an opening link", async () => {
    const { ada, id, delivery, reader, owner, between } = await arrange();
    const mia = await createUser({ email: delivery.recipientEmail, name: "Mia Berger" });
    await writeReply(reader, between, words("Thank you."), minutesOn(1));
    expect(await writeReply(owner, between, words("Come and visit."), minutesOn(2))).toEqual({ ok: true });
    const [mail] = await writtenTo(delivery.recipientEmail, "answer_notice");
    expect(mail?.props.unsubscribeUrl).toContain("/stop/");
    const link = new URL(mail?.props.url ?? "").pathname.replace("/open/", "");
    expect((await findDeliveryByLink(link))?.id).toBe(delivery.id);
    expect(await countReceivedReplies(mia.user)).toBe(1);
    expect((await listReceivedReplies(mia.user)).replies).toMatchObject([{ vaultId: id, fromName: "Ada" }]);
    expect(await countReceivedReplies({ ...mia.user, isEmailVerified: false })).toBe(0);
    expect((await listReceivedReplies({ ...mia.user, isEmailVerified: false })).replies).toEqual([]);
    const { replies: written } = await listConversation(delivery.id);
    expect(written.map(({ text, isFromSender }) => [text, isFromSender])).toEqual([
      ["Thank you.", false],
      ["Come and visit.", true],
    ]);
    expect(await listConversations(id)).toMatchObject([{ deliveryId: delivery.id, count: 2, recipientName: "Mia" }]);
    expect(await countReceivedReplies(ada.user)).toBe(1);
  });

  it("is not answered to someone who said that it isn’t for them", async () => {
    const { ada, delivery, reader, owner, between } = await arrange();
    await writeReply(reader, between, words("You have the wrong Mia."), minutesOn(1));
    const byLink = (await findDeliveryByLink(openingLink(delivery))) ?? expect.unreachable();
    await declineDelivery(byLink, minutesOn(2));
    const declined = (await findCorrespondents(owner, delivery.id)) ?? expect.unreachable();
    expect(await writeReply(owner, declined, words("Sorry!"), minutesOn(3))).toEqual({ ok: false, reason: "declined" });
    expect(await writtenTo(delivery.recipientEmail, "answer_notice")).toEqual([]);
    expect(await writeReply(reader, declined, words("No harm done."), minutesOn(4))).toEqual({ ok: true });
    expect((await writtenTo(ada.user.email, "reply_notice")).map(({ props }) => props.canAnswer)).toEqual([
      true,
      false,
    ]);
  });

  it("is stored encrypted", async () => {
    const { delivery, reader, between } = await arrange();
    await writeReply(reader, between, words("The key lies under the stone."), minutesOn(1));
    const [row] = await db.select().from(replies).where(eq(replies.deliveryId, delivery.id));
    expect(row?.textEncrypted.toString("latin1")).not.toContain("stone");
  });

  it("is stored once with its files when sent ten times at once", async () => {
    const { ada, delivery, reader, between } = await arrange();
    const owner = uploadOwner({ visitorToken: createId() });
    const formId = createId();
    const upload = await createUpload(owner, formId);
    const files = { owner, formId, altTexts: { [upload.id]: "Leo, laughing" } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => writeReply(reader, between, words("", { formId, files }))),
    );
    expect(answers).toEqual(answers.map(() => ({ ok: true })));
    const { replies: written } = await listConversation(delivery.id);
    expect(written).toMatchObject([{ text: "", media: [{ id: upload.id, altText: "Leo, laughing" }] }]);
    expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(0);
    const stranger = await createUser();
    expect(await viewReplyMedia({ openedDeliveryIds: [delivery.id] }, upload.id, DUE_AT)).toMatchObject({
      kind: "photo",
    });
    expect(await viewReplyMedia({ user: ada.user }, upload.id, DUE_AT)).toMatchObject({ sha256: upload.sha256 });
    for (const viewer of [{}, { user: stranger.user }, { openedDeliveryIds: [createId()] }]) {
      expect(await viewReplyMedia(viewer, upload.id, DUE_AT)).toBeUndefined();
    }
    expect(await countReceivedReplies(ada.user)).toBe(1);
    expect(await writtenTo(ada.user.email, "reply_notice")).toHaveLength(1);
  });

  it("is changed by its form if that is sent again with other words and another file", async () => {
    const { ada, delivery, reader, between } = await arrange();
    const owner = uploadOwner({ visitorToken: createId() });
    const formId = createId();
    const files = { owner, formId };
    const first = await createUpload(owner, formId);
    await writeReply(reader, between, words("Thank you.", { formId, files }));
    await createUpload(owner, formId, { sha256: first.sha256 });
    const second = await createUpload(owner, formId);
    await createUpload(owner, formId, { sha256: second.sha256, position: 1 });
    for (let sent = 0; sent < 2; sent += 1) {
      expect(await writeReply(reader, between, words("Thank you, Ada.", { formId, files }))).toEqual({ ok: true });
    }
    expect((await listConversation(delivery.id)).replies).toMatchObject([
      { text: "Thank you, Ada.", media: [{ id: first.id }, { id: second.id }] },
    ]);
    expect(await writtenTo(ada.user.email, "reply_notice")).toHaveLength(1);
  });

  it("is not changed by a form of the other side", async () => {
    const { delivery, reader, owner, between } = await arrange();
    const sent = words("Thank you.");
    await writeReply(reader, between, sent);
    await writeReply(owner, between, { ...sent, text: "Never mind." });
    expect((await listConversation(delivery.id)).replies).toMatchObject([{ text: "Thank you.", isFromSender: false }]);
  });

  it("is answered at the letter's first address if it was written from there", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createDueLetter(user, { secondEmail: `${createId()}@example.net` });
    await reportEvent(delivery.messageId, "bounced");
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const reader = (await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT)) ?? expect.unreachable();
    const between = (await findCorrespondents(reader)) ?? expect.unreachable();
    const { recipientEmail: email } = delivery;
    await writeReply(reader, { ...between, recipient: { ...between.recipient, email } }, words("Thank you."));
    const owner = (await viewVault({ user }, id, DUE_AT)) ?? expect.unreachable();
    for (const text of ["You are welcome.", "Come and see us."]) {
      const answered = (await findCorrespondents(owner, delivery.id)) ?? expect.unreachable();
      expect(answered.recipient).toMatchObject({ email, movedTo: null });
      await writeReply(owner, answered, words(text));
    }
  });

  it("is refused with a fourth file, which keeps the files for another try", async () => {
    const { delivery, reader, between } = await arrange();
    const owner = uploadOwner({ visitorToken: createId() });
    const formId = createId();
    for (let position = 0; position < 4; position += 1) await createUpload(owner, formId, { position });
    const reply = words("Look!", { formId, files: { owner, formId } });
    expect(await writeReply(reader, between, reply)).toEqual({
      ok: false,
      reason: "files",
      field: "photo",
      message: "This reply takes up to 3 files. Please remove one first.",
    });
    expect((await listConversation(delivery.id)).replies).toEqual([]);
    expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(4);
  });

  it("takes three files, however many are in others", async () => {
    const { delivery, reader, between } = await arrange();
    for (const text of ["Look!", "And look!"]) {
      const files = { owner: uploadOwner({ visitorToken: createId() }), formId: createId() };
      for (let position = 0; position < 3; position += 1) await createUpload(files.owner, files.formId, { position });
      expect(await writeReply(reader, between, words(text, { formId: files.formId, files }))).toEqual({ ok: true });
    }
    const { replies: written } = await listConversation(delivery.id);
    expect(written.map(({ media }) => media.length)).toEqual([3, 3]);
  });

  it("is refused to a sender before the recipient has written", async () => {
    const { owner, between } = await arrange();
    expect(await writeReply(owner, between, words("Did you read it?"))).toEqual({ ok: false, reason: "no_reply_yet" });
  });

  it("is not mailed to a sender who has blocked the recipient’s own account, as it might hound them", async () => {
    const { ada, delivery, reader, between } = await arrange();
    const mia = await createUser({ email: delivery.recipientEmail });
    await block({ senderId: (await createUser()).user.id, recipient: ada.user.email });
    expect(await writeReply(reader, between, words("Thank you."), minutesOn(1))).toEqual({ ok: true });
    expect(await writtenTo(ada.user.email, "reply_notice")).toHaveLength(1);
    await block({ senderId: mia.user.id, recipient: ada.user.email });
    expect(await writeReply(reader, between, words("Answer me."), minutesOn(2))).toEqual({ ok: true });
    expect(await writtenTo(ada.user.email, "reply_notice")).toHaveLength(1);
    expect(await countReceivedReplies(ada.user)).toBe(2);
  });

  it("is refused to a blocked sender", async () => {
    const { delivery, reader, owner, between } = await arrange();
    await writeReply(reader, between, words("Thank you."), minutesOn(1));
    const sealed = await findDeliveryByLink(openingLink(delivery));
    if (sealed) await blockSender(sealed, minutesOn(2));
    expect(await writeReply(owner, between, words("Come!"))).toEqual({ ok: false, reason: "not_wanted" });
    expect(await writtenTo(delivery.recipientEmail, "answer_notice")).toEqual([]);
  });

  it("reaches a blocked sender, with a mail that does not invite to answer", async () => {
    const { ada, delivery, reader, between } = await arrange();
    const sealed = await findDeliveryByLink(openingLink(delivery));
    if (sealed) await blockSender(sealed, minutesOn(1));
    expect(await writeReply(reader, between, words("Thank you."), minutesOn(2))).toEqual({ ok: true });
    const [mail] = await writtenTo(ada.user.email, "reply_notice");
    expect(mail?.props).toMatchObject({ canAnswer: false });
  });

  it("is refused to both sides while the sender has closed the conversation", async () => {
    const { reader, between, owner } = await arrange();
    expect(await writeReply(reader, between, words("One"), minutesOn(1))).toEqual({ ok: true });
    await setConversationClosed(between.deliveryId, true, minutesOn(2));
    const closed = { ...between, isClosed: true };
    expect(await findCorrespondents(owner, between.deliveryId)).toMatchObject({ isClosed: true });
    for (const viewed of [reader, owner]) {
      expect(await writingRefusal(viewed, closed)).toBe("closed");
      expect(await writeReply(viewed, closed, words("Two"), minutesOn(3))).toEqual({ ok: false, reason: "closed" });
    }
    await setConversationClosed(between.deliveryId, false, minutesOn(4));
    expect(await findCorrespondents(reader)).toEqual(between);
    expect(await writeReply(reader, between, words("Three"), minutesOn(5))).toEqual({ ok: true });
  });

  it("is refused when the sender's account can no longer be signed in to", async () => {
    const { ada, delivery, reader, between } = await arrange();
    expect(await writingRefusal(reader, between)).toBeUndefined();
    await db.delete(credentials).where(eq(credentials.userId, ada.user.id));
    expect(await writingRefusal(reader, between)).toBe("no_receiver");
    expect(await writeReply(reader, between, words("Hello?"))).toEqual({ ok: false, reason: "no_receiver" });
    expect((await listConversation(delivery.id)).replies).toEqual([]);
  });
});

describe("a conversation", () => {
  it("is visible only to the sender and one recipient", async () => {
    const { id, delivery, reader, owner } = await arrange();
    const other = await arrange();
    expect(await findCorrespondents(owner, delivery.id)).toMatchObject({ deliveryId: delivery.id });
    expect(await findCorrespondents(owner, other.delivery.id)).toBeUndefined();
    expect(await findCorrespondents(reader, other.delivery.id)).toBeUndefined();
    const share = { as: "share", shareId: createId() } as const;
    expect(await findCorrespondents({ ...reader, view: share }, delivery.id)).toBeUndefined();
    await db.update(memories).set({ state: "scheduled" }).where(eq(memories.id, id));
    expect(await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT)).toBeUndefined();
  });

  it("is listed with its own letter only", async () => {
    const [{ id, delivery, reader, between }, other] = [await arrange(), await arrange()];
    await writeReply(reader, between, words("Thank you."));
    expect(await listConversations(id)).toMatchObject([{ deliveryId: delivery.id, count: 1 }]);
    expect(await listConversations(other.id)).toEqual([]);
  });

  it("does not exist with oneself", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createDueLetter(user, { type: "future-self" });
    const viewed = await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT);
    expect(viewed).toMatchObject({ view: { as: "recipient" } });
    expect(viewed && (await findCorrespondents(viewed))).toBeUndefined();
  });

  it("is paged with each reply once, and so is the list of replies", async () => {
    const { ada, delivery, reader, between } = await arrange();
    // Puts two replies of the same instant on either side of a page break.
    for (let number = 0; number < 45; number += 1) {
      await writeReply(reader, between, words(`No. ${number}`), minutesOn(Math.floor(number / 2)));
    }
    const seen: string[] = [];
    for (let page = await listConversation(delivery.id); ; page = await listConversation(delivery.id, page.earlier)) {
      seen.unshift(...page.replies.map(({ id }) => id));
      if (!page.earlier) break;
    }
    expect(new Set(seen).size).toBe(45);
    const listed: string[] = [];
    for (let page = await listReceivedReplies(ada.user); ; page = await listReceivedReplies(ada.user, page.next)) {
      listed.push(...page.replies.map(({ id }) => id));
      if (!page.next) break;
    }
    expect(listed).toEqual(seen.reverse());
  });
});
