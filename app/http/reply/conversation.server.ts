import { z } from "zod";
import { mediaItem } from "~/domain/access/media-item";
import { firstName } from "~/domain/account/first-name";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { linkTo } from "~/domain/recipients/opening-link.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { setConversationClosed } from "~/domain/reply/close-conversation.server";
import {
  type Correspondents,
  findCorrespondents,
  listConversation,
  listConversations,
  type Reply,
} from "~/domain/reply/conversation.server";
import { replySchema } from "~/domain/reply/reply-schema";
import {
  type AnswerRefusal,
  answerRefusal,
  canNotify,
  hasSentFiles,
  reached,
  writeReply,
  writingRefusal,
} from "~/domain/reply/write-reply.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import type { VaultAccess } from "~/http/access/vault-access.server";
import { readCursor, writeCursor } from "~/http/cursor";
import { readForm } from "~/http/form.server";
import { readMediaForm } from "~/http/media/media-form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { createId } from "~/services/id.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";

type ReplyReceiver = { name: string; phone?: PhoneNumber | null; isNotified: boolean };

function sentTo({ name, phone, isNotified }: ReplyReceiver) {
  const whom = firstName(name) || "them";
  const description = isNotified
    ? `We’ve let ${whom} know by ${phone ? "text message" : "email"}.`
    : `We can’t send text messages right now. It’s there when ${firstName(name) || "the reader"} opens the link again.`;
  return { title: "Reply sent", description };
}
const CLOSED = { title: "Conversation closed", description: "Neither of you can write here now." };
const REOPENED = { title: "Conversation open again", description: "You can both write here." };
const NOT_SENT = {
  closed: "It wasn’t sent: this conversation has been closed. Your text is still here.",
  no_receiver: "There’s no one left to reply to, so it wasn’t sent. Your text is still here.",
  not_wanted: "It wasn’t sent: they’ve asked us to send them nothing more from you.",
  declined: "It wasn’t sent: they said that this isn’t for them, and want to hear no more about it.",
  no_reply_yet: "No one has written back yet, so there’s nothing to reply to.",
};

type Side = "recipient" | "sender";

function repliesData({ viewed, zone }: VaultAccess, between: Correspondents, replies: Reply[]) {
  const side: Side = viewed.view.as === "owner" ? "sender" : "recipient";
  const { recipient, sender } = between;
  return replies.map(({ id, isFromSender, text, createdAt, media }) => {
    const isOwn = isFromSender === (side === "sender");
    return {
      id,
      isOwn,
      from: isOwn ? "You" : isFromSender ? sender.name : recipient.name || recipient.email,
      on: formatDate(dateIn(zone, createdAt)),
      dateTime: createdAt.toISOString(),
      text,
      media: media.map(mediaItem),
    };
  });
}

const queryOf = (between: Correspondents, before?: { createdAt: Date; id: string }) =>
  new URLSearchParams({
    with: between.deliveryId,
    ...(before && { after: writeCursor({ deliveryAt: before.createdAt, id: before.id }) }),
  });

/** Where the recipient of the conversation lets its sender answer again. */
const undoHrefOf = ({ deliveryId, linkVersion, recipient }: Correspondents, refusal: AnswerRefusal) =>
  `/open/${linkTo({ ...reached(recipient), id: deliveryId, linkVersion })}/${refusal === "declined" ? "decline" : "block"}`;

/** Null for viewers other than the recipient. */
export async function conversationBelow(access: VaultAccess) {
  const { view, vault, senderName, isSenderGone } = access.viewed;
  if (view.as !== "recipient") return null;
  const { replies, earlier } = await listConversation(view.deliveryId);
  const between: Correspondents = {
    deliveryId: view.deliveryId,
    linkVersion: 0,
    isDeclined: false,
    isClosed: false,
    recipient: { name: "", email: "" },
    sender: { id: vault.userId, name: senderName, email: "" },
  };
  return {
    href: `${access.path}/replies`,
    canWrite: !isSenderGone,
    senderName,
    replies: repliesData(access, between, replies),
    hasEarlier: earlier !== undefined,
  };
}

export async function loadConversation(access: VaultAccess, query: URLSearchParams) {
  const { viewed, path } = access;
  const about = { title: viewed.vault.title || DISPLAY_TITLE, path };
  const { between, conversations } = await findConversation(access, query);
  if (!between) {
    return {
      step: "choose" as const,
      ...about,
      conversations: conversations.map(({ deliveryId, recipientName, count }) => ({
        href: `${path}/replies?with=${deliveryId}`,
        name: recipientName,
        count,
      })),
    };
  }
  const cursor = readCursor(query);
  const before = cursor && { createdAt: cursor.deliveryAt, id: cursor.id };
  const { replies, earlier } = await listConversation(between.deliveryId, before);
  const refusal = await writingRefusal(viewed, between);
  const isSender = viewed.view.as === "owner";
  const unanswerable = isSender ? undefined : await answerRefusal(between);
  return {
    step: "read" as const,
    ...about,
    name: isSender ? between.recipient.name || between.recipient.email : between.sender.name,
    replies: repliesData(access, between, replies),
    earlier: earlier ? `${path}/replies?${queryOf(between, earlier)}` : null,
    latest: before ? `${path}/replies?${queryOf(between)}` : null,
    refusal: refusal ?? null,
    unanswerable: unanswerable ? { refusal: unanswerable, undoHref: undoHrefOf(between, unanswerable) } : null,
    closing: isSender && replies.length > 0 ? `${path}/replies/close?${queryOf(between)}` : null,
    answersTo: isSender || unanswerable ? null : answersTo(between.recipient),
    form: { id: createId(), action: `${path}/replies?${queryOf(between)}` },
  };
}

const closeSchema = z.object({ closed: z.enum(["yes", "no"], { error: "Please choose again." }) });

/** For the sender, who may close a conversation with one recipient, and open it again. */
export async function closeOrReopen(access: VaultAccess, request: Request): Promise<Response> {
  if (access.viewed.view.as !== "owner") throw new Response(null, { status: 404 });
  const { between } = await findConversation(access, new URL(request.url).searchParams);
  if (!between) throw new Response(null, { status: 404 });
  const form = await readForm(request, closeSchema);
  if (!form.ok) return form.response;
  const isClosed = form.value.closed === "yes";
  await setConversationClosed(between.deliveryId, isClosed);
  return redirectWithToast(`${access.path}/replies?${queryOf(between)}`, isClosed ? CLOSED : REOPENED);
}

/** How a recipient hears of an answer. */
function answersTo(recipient: Correspondents["recipient"]) {
  const { kind, shown } = shownContact({
    recipientEmail: recipient.movedTo ?? recipient.email,
    phone: recipient.phone ?? null,
  });
  return { kind, shown, isNotified: canNotify(recipient) };
}

/** For an owner the conversation in `?with=`, or the only one. */
async function findConversation({ viewed }: VaultAccess, query: URLSearchParams) {
  if (viewed.view.as === "recipient") {
    const between = await findCorrespondents(viewed);
    if (!between) throw new Response(null, { status: 404 });
    return { between, conversations: [] };
  }
  if (viewed.view.as !== "owner") throw new Response(null, { status: 404 });
  const named = query.get("with");
  if (named) {
    const between = await findCorrespondents(viewed, named);
    if (!between) throw new Response(null, { status: 404 });
    return { between, conversations: [] };
  }
  const conversations = await listConversations(viewed.vault.id);
  const [only, ...others] = conversations;
  const between = only && others.length === 0 ? await findCorrespondents(viewed, only.deliveryId) : undefined;
  return { between, conversations };
}

export function readReply(
  request: Request,
  context: RequestContext,
  hasArrived?: (formId: string) => Promise<boolean>,
) {
  return readMediaForm(request, context, (_, hasFiles) => replySchema(hasFiles), { type: "reply", hasArrived });
}

export async function postReply(access: VaultAccess, request: Request, context: RequestContext): Promise<Response> {
  const { between } = await findConversation(access, new URL(request.url).searchParams);
  if (!between) throw new Response(null, { status: 404 });
  const isToRecipient = access.viewed.view.as === "owner";
  const form = await readReply(request, context, (formId) => hasSentFiles(between, formId, isToRecipient));
  if (!form.ok) return form.response;
  const limit = await rateLimited({ reply_ip: context.clientIp, reply_delivery: between.deliveryId });
  if (limit) return form.refuse(limit);
  const { owner = "", formId = createId(), altTexts } = form;
  const files = { owner, formId, altTexts };
  const written = await writeReply(access.viewed, between, { formId, text: form.value.text, files });
  if (written.ok) {
    const { recipient, sender } = between;
    const whom = isToRecipient
      ? { ...recipient, isNotified: canNotify(recipient) }
      : { name: sender.name, isNotified: true };
    return redirectWithToast(`${access.path}/replies?${queryOf(between)}`, sentTo(whom));
  }
  if (written.reason === "files") return form.refuse({ fields: { [written.field]: written.message } });
  return form.refuse({ form: NOT_SENT[written.reason], status: 409 });
}
