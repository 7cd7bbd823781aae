import { type Cookie, createCookie } from "@remix-run/node";
import { SECOND_STEP_MINUTES } from "~/domain/account/second-step.server";
import { SESSION_MAX_DAYS } from "~/domain/account/session.server";
import { READING_HOURS } from "~/domain/codes/one-time-code.server";
import { CONVERSATION_HOURS } from "~/domain/help/conversation.server";
import { VISITOR_DRAFT_DAYS } from "~/domain/visitor-draft/visitor-draft.server";
import { env } from "~/env.server";
import { TOAST_COOKIE } from "./toast-cookie";

const isSecure = env.BASE_URL.startsWith("https:");
/** Browsers refuse a cookie with this prefix from a subdomain or plain http (RFC 6265bis). */
const prefix = isSecure ? "__Host-" : "";
const base = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

/** The server ends an idle session earlier. */
export const sessionCookie = createCookie(`${prefix}amberkeep_session`, { ...base, maxAge: SESSION_MAX_DAYS * 86_400 });

/** CSRF tokens are bound to its random value, which is new at every sign-in and sign-out. */
export const csrfCookie = createCookie(`${prefix}amberkeep_csrf`, { ...base, maxAge: 180 * 86_400 });

/** Signed against forgery. Not HttpOnly, as script deletes it. */
export const toastCookie = createCookie(`${prefix}${TOAST_COOKIE}`, {
  ...base,
  httpOnly: false,
  maxAge: 60,
  secrets: [env.APP_SECRET],
});

/** The token of a login that lacks its second step. */
export const secondStepCookie = createCookie(`${prefix}amberkeep_second_step`, {
  ...base,
  maxAge: SECOND_STEP_MINUTES * 60,
});

/** New recovery codes, until their owner has kept them. */
export const recoveryCookie = createCookie(`${prefix}amberkeep_recovery`, { ...base, maxAge: 600 });

/** The export whose download this session began, signed: it may be resumed later. */
export const downloadCookie = createCookie(`${prefix}amberkeep_download`, {
  ...base,
  maxAge: 86_400,
  secrets: [env.APP_SECRET],
});

/** Newest first: see `readingsIn`. */
export const readingCookie = createCookie(`${prefix}amberkeep_reading`, { ...base, maxAge: READING_HOURS * 3600 });

/** The link that was just opened for the first time; its letter unfolds once. */
export const momentCookie = createCookie(`${prefix}amberkeep_moment`, { ...base, maxAge: 60 });

/** The code of a claim card, between its scanned URL and the form. */
export const claimCookie = createCookie(`${prefix}amberkeep_claim`, { ...base, maxAge: 600 });

/** The codes of new claim cards, with the ids of their vaults. */
export const cardCookie = createCookie(`${prefix}amberkeep_card`, { ...base, maxAge: 3600 });

export const draftCookie = createCookie(`${prefix}amberkeep_draft`, { ...base, maxAge: VISITOR_DRAFT_DAYS * 86_400 });

export const helpCookie = createCookie(`${prefix}amberkeep_help`, { ...base, maxAge: CONVERSATION_HOURS * 3600 });

/** Newest first: see `guestProof`. */
export const joinedCookie = createCookie(`${prefix}amberkeep_joined`, { ...base, maxAge: 365 * 86_400 });

/** Proves which accounts this browser has logged in to; tells nothing about them. Kept after logging out. */
export const browserCookie = createCookie(`${prefix}amberkeep_browser`, { ...base, maxAge: 365 * 86_400 });

export const zoomCookie = createCookie(`${prefix}amberkeep_zoom`, { ...base, maxAge: 365 * 86_400 });

/** The strings in a cookie that holds a list. */
export async function readList(cookie: Cookie, request: Request): Promise<string[]> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
