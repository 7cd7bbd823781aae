import { z } from "zod";
import type { User } from "~/domain/account/account";
import { type Board, whyClosed } from "~/domain/board/board.server";
import { countEmptyGuests, pageOfGuests } from "~/domain/board/guests.server";
import { type CoHost, HOSTS_AT_MOST, inviteHost, listHostsOf, removeHost } from "~/domain/board/hosts.server";
import { findInviteLink, makeInvitation, revokeInvitation } from "~/domain/board/invitation.server";
import { GUESTS_AT_MOST } from "~/domain/board/join-board.server";
import { readOpenedWith, writeOpenedWith } from "~/domain/board/opened-with";
import { changeSettings, removeEmptyGuests, type SettingsResult } from "~/domain/board/settings.server";
import { coHostSchema, settingsSchema } from "~/domain/board/settings-schema";
import { formatDate, zoneTime } from "~/domain/calendar/delivery-date";
import { isDeliverable } from "~/domain/vault/vault";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast, type ToastContent } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import type { HostAccess } from "./host.server";
import { pageNumberOf } from "./page-number";
import { boardPieces } from "./pieces-card.server";

const TOASTS = {
  make: { title: "Invite link made", description: "It works from now on. An earlier one no longer does." },
  "take-back": { title: "Link turned off", description: "No one can join with it. Your guests stay." },
  settings: { title: "Saved", description: "That’s how it works for your guests now." },
  "remove-empty": { title: "List tidied", description: "They can join again with the link." },
  "add-host": {
    title: "Invitation sent",
    description: "They become a host with the link in that email. It’s sent to an address once.",
  },
  "remove-host": { title: "Co-host removed", description: "They can no longer see the board." },
};
/** Removed before, or with another email since the page was loaded. */
const HOST_GONE = {
  title: "Not on the list",
  description: "No co-host has that email now. If theirs has changed, the list shows the new one.",
};
const HOST_REFUSALS = {
  unverified: "Please confirm your own email first: the link for that is on your dashboard.",
  full: `A board can have up to ${HOSTS_AT_MOST} co-hosts.`,
  yourself: "That’s your own address: you’re the host already.",
};

/** @throws a 404 Response once the board is revealed */
export function requireWaiting(host: HostAccess): HostAccess {
  if (!isDeliverable(host.board)) throw new Response(null, { status: 404 });
  return host;
}

export async function inviteData({ user, board, isOwner }: HostAccess, query: URLSearchParams) {
  const isSealed = board.state === "sealed";
  const [{ guests, ...pages }, emptyGuests, hosts, pieces] = await Promise.all([
    pageOfGuests(board.id, pageNumberOf(query)),
    countEmptyGuests(board.id),
    listHostsOf(board.id),
    boardPieces(board.id),
  ]);
  return {
    id: board.id,
    title: board.title,
    url: await inviteUrlOf(board),
    isSealed,
    closed: whyClosed(board, now()),
    isOwner,
    settings: { ...board.settings, welcome: board.welcome, openedWith: writeOpenedWith(board.settings) },
    lastDay: board.deliveryDate,
    zone: board.zone === user.timeZone ? null : zoneTime(board.zone),
    // Guests were told that only the host sees their email.
    guests: guests.map(({ id, name, email, isEmailConfirmed }) => ({
      id,
      name,
      email: board.hostId === user.id ? email : null,
      isEmailConfirmed,
    })),
    guestPages: pages,
    emptyGuests,
    guestsAtMost: GUESTS_AT_MOST,
    hosts: hosts.map(coHostData),
    pieces,
  };
}

export const coHostData = ({ name, email, acceptedAt }: CoHost) => ({ name, email, isAccepted: acceptedAt !== null });

const otherSchema = z.object({
  intent: z.enum(["make", "take-back", "remove-empty", "remove-host"]),
  hostEmail: z.string().max(254).optional(),
});
const inviteSchema = z.discriminatedUnion(
  "intent",
  [
    settingsSchema.extend({ intent: z.literal("settings") }),
    coHostSchema.extend({ intent: z.literal("add-host") }),
    otherSchema,
  ],
  { error: "Please choose what to do." },
);

/** Null without a link, and once the board takes no guests. */
export async function inviteUrlOf({ id, state }: Board): Promise<string | null> {
  return state === "scheduled" ? ((await findInviteLink(id)) ?? null) : null;
}

/** @throws a 404 Response once the board is revealed, but for removing a co-host */
export async function changeBoard(host: HostAccess, request: Request, context: RequestContext): Promise<Response> {
  const { user, board } = host;
  const form = await readForm(request, inviteSchema);
  if (!form.ok) return form.response;
  const { value } = form;
  if (value.intent !== "remove-host") requireWaiting(host);
  const page = isDeliverable(board) ? "invite" : "pieces";
  const done = async (toast: ToastContent = TOASTS[value.intent]) =>
    redirectWithToast(`/memories/${board.id}/${page}`, toast);
  if (value.intent === "add-host") {
    const keys = { mail_ip: context.clientIp, invitations_account: user.id } as const;
    const limit = await rateLimited({ ...keys, mail_recipient: `host:${value.hostEmail}` });
    if (limit) return form.refuse(limit);
    const invited = await inviteHost(user, board.id, { name: value.hostName, email: value.hostEmail });
    if (invited.ok) return done();
    if (invited.reason !== "not_found") return form.refuse({ fields: { hostEmail: HOST_REFUSALS[invited.reason] } });
    throw new Response(null, { status: 404 });
  }
  if (value.intent === "settings") {
    const saved = await saveSettings(user, board.id, value);
    if (saved.ok) return done();
    if (saved.reason === "changed_elsewhere") return form.refuse(changedElsewhere(value, saved));
    throw new Response(null, { status: 404 });
  }
  if (value.intent === "remove-host") {
    const result = await removeHost(user, board.id, value.hostEmail ?? "");
    if (result === "refused") throw new Response(null, { status: 404 });
    return result === "gone" ? done(HOST_GONE) : done();
  }
  if (!(await apply(user, board.id, value.intent))) throw new Response(null, { status: 404 });
  return done();
}

type SentSettings = z.output<typeof settingsSchema>;

/**
 * Without `openedWith`, every setting counts as shown off or empty. An empty field is missing from the input, so a
 * welcome that was shown but is missing was emptied.
 */
function saveSettings(user: User, id: string, { openedWith, openedWelcome = "", ...sent }: SentSettings) {
  const { needsApproval, isOpen, isPaused, closesOn, welcome = openedWelcome && "" } = sent;
  const settings = { needsApproval, isOpen, isPaused, closesOn, welcome };
  return changeSettings(user, id, {
    ...settings,
    openedWith: { ...readOpenedWith(openedWith), welcome: openedWelcome },
  });
}

/** Sent again, the form replaces the value that the error shows. */
function changedElsewhere(
  { openedWith, openedWelcome = "" }: SentSettings,
  { field, stored }: Extract<SettingsResult, { reason: "changed_elsewhere" }>,
): FormRefusal {
  const shown = stored && (field === "closesOn" ? formatDate(stored) : `“${stored}”`);
  const change = shown ? `changed to ${shown}` : "emptied";
  const opened = { ...readOpenedWith(openedWith), ...(field === "closesOn" && { closesOn: stored || null }) };
  return {
    fields: { [field]: `Meanwhile this was ${change}. Save again to replace that.` },
    status: 409,
    also: { openedWith: writeOpenedWith(opened), openedWelcome: field === "welcome" ? stored : openedWelcome },
  };
}

type Change = Exclude<z.output<typeof otherSchema>["intent"], "remove-host">;

function apply(user: User, id: string, change: Change): Promise<boolean> {
  switch (change) {
    case "make":
      return makeInvitation(user, id);
    case "take-back":
      return revokeInvitation(user, id);
    case "remove-empty":
      return removeEmptyGuests(user, id);
  }
}
