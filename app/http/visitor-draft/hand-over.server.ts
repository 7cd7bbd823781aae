import { isDeepStrictEqual } from "node:util";
import { isCuid } from "@paralleldrive/cuid2";
import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { User } from "~/domain/account/account";
import { isNewAccount } from "~/domain/account/account.server";
import { isBeingErased } from "~/domain/account/erasure-request.server";
import { truncateText } from "~/domain/media/media";
import { adoptAllUploads, uploadOwner } from "~/domain/media/uploads.server";
import { BOARD_RECIPIENTS_MAX, MESSAGE_MAX_LENGTH, storedType } from "~/domain/vault/vault";
import { handOver, handOverDrafts } from "~/domain/visitor-draft/hand-over.server";
import type { HandedOver, KeptReason } from "~/domain/visitor-draft/handed-over";
import { listOthersDrafts } from "~/domain/visitor-draft/visitor-draft.server";
import { LINE_LENGTHS } from "~/domain/writing/form-values";
import { saveNameIn } from "~/domain/writing/form-version.server";
import { draftSchema } from "~/domain/writing/vault-schema";
import { ACCOUNT_CREATED } from "~/http/account/auth-titles";
import { toastCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { visitorOwnerOf } from "~/http/media/upload-owner.server";
import type { RequestContext } from "~/http/request-context.server";
import { returnPath, type SigningIn, signInHeaders, signOutHeaders } from "~/http/session.server";
import { redirectWithToast, type ToastContent } from "~/http/toast.server";
import { countPeople } from "~/http/writing/people.server";
import { CREATED } from "~/http/writing/save.server";
import { sealHref, sentHref } from "~/http/writing/sent-href";
import { now } from "~/services/clock.server";
import { log } from "~/services/log.server";
import { keepDrafts, readVisitorTokens } from "./visitor-cookie.server";
import { ACCOUNT_PROMPT, valuesOf } from "./visitor-form.server";

type Next = { url: string; toast: ToastContent };

const KEPT = { title: "Draft saved", description: "What you wrote before is kept as a draft on your dashboard." };

const NOT_SCHEDULED: Partial<Record<KeptReason, ToastContent>> = {
  date: {
    title: "Please choose another date",
    description: "The day you chose is no longer possible. Your memory is kept as a draft until you choose another.",
    kind: "error",
  },
  last_day: {
    title: "Please choose another last day",
    description:
      "The last day to add something has passed. Your board is kept as a draft until you choose a later one.",
    kind: "error",
  },
  duplicate_title: {
    title: "Failed to Save Memory",
    description: "A memory with this title already exists. Yours is kept as a draft until it has another one.",
    kind: "error",
  },
  file_limit: {
    title: "Too many files",
    description: "Your memory has more files than one can hold. It is kept as a draft until you remove some.",
    kind: "error",
  },
  people_limit: {
    title: "Kept as a draft for now",
    description:
      "It goes to more people than you can write to today. Please schedule it tomorrow, or confirm your email if you haven’t yet.",
    kind: "error",
  },
};
const UNFINISHED: ToastContent = {
  title: "Missing Information",
  description: "Your memory is kept as a draft. Please check it and schedule it again.",
  kind: "error",
};

const KEPT_ACCOUNT: ToastContent = {
  title: "Your account stays",
  description: "We’ve stopped its deletion. Everything is as you left it.",
};

/** Redirects to `next`, or to a handed-over draft that still needs something. */
export async function signInAndHandOver(request: Request, account: SigningIn, after: Next): Promise<Response> {
  const next = (await isBeingErased(account.id)) ? { ...after, toast: KEPT_ACCOUNT } : after;
  const tokens = await readVisitorTokens(request);
  await adoptVisitorUploads(request, account.id, tokens);
  const headers = await signInHeaders(request, account);
  if (tokens.length === 0) return redirectWithToast(next.url, next.toast, headers);
  try {
    const { handedOver, setCookie } = await handOverAll(account.id, tokens);
    const { url, toast } = handedOver.length > 0 ? afterHandOver(handedOver, next) : next;
    headers.append("Set-Cookie", setCookie);
    return redirectWithToast(url, toast, headers);
  } catch (error) {
    // The browser keeps its drafts, and the next page tries again.
    log.error({ err: error }, "could not hand over visitor drafts");
    return redirectWithToast(ACCOUNT_PROMPT, next.toast, headers);
  }
}

/** For all forms of this browser, also of those that only the browser keeps: sign-in replaces the visitor's cookie. */
async function adoptVisitorUploads(request: Request, userId: string, tokens: string[]): Promise<void> {
  const visitor = await visitorOwnerOf(request);
  if (!visitor) return;
  const others = await listOthersDrafts(tokens, userId);
  await adoptAllUploads(
    visitor,
    uploadOwner({ userId }),
    others.map(({ formId }) => formId),
  );
}

/** Drafts from forms of other accounts stay in the browser. */
async function handOverAll(userId: string, tokens: string[]) {
  const handedOver = await handOverDrafts(userId, tokens, countPeople);
  return { handedOver, setCookie: await keepOthers(userId, tokens) };
}

async function keepOthers(userId: string | undefined, tokens: string[]): Promise<string> {
  const others = await listOthersDrafts(tokens, userId);
  return keepDrafts(others.map(({ token }) => token));
}

/**
 * Moves the visitor drafts of this browser to the account, since none may be left for the next person. Drafts from
 * forms of other accounts stay. `meanwhile` runs between the hand-over and the end of the session.
 */
export async function handOverAndSignOut(
  request: Request,
  context: RequestContext,
  meanwhile = async () => {},
): Promise<Headers> {
  const [user, tokens] = await Promise.all([context.viewer(), readVisitorTokens(request)]);
  const handedOver = user && tokens.length > 0 ? handOverAll(user.id, tokens) : undefined;
  const setCookie = await (handedOver?.then((all) => all.setCookie) ?? keepOthers(undefined, tokens)).catch(
    (error: unknown) => {
      // Nothing is lost: the cookie stays, and the same account continues.
      log.error({ err: error, requestId: context.requestId }, "could not hand over visitor drafts at log-out");
      return undefined;
    },
  );
  await meanwhile();
  const headers = await signOutHeaders(request);
  if (setCookie) headers.append("Set-Cookie", setCookie);
  return headers;
}

export async function handOverNow({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const user = await context.viewer();
  const tokens = user ? await readVisitorTokens(request) : [];
  if (!user || tokens.length === (await listOthersDrafts(tokens, user.id)).length) return undefined;
  const { handedOver, setCookie } = await handOverAll(user.id, tokens);
  const headers = new Headers({ "Set-Cookie": setCookie });
  const next = { url: returnPath(request) };
  if (handedOver.length === 0) return redirect(next.url, { headers });
  const { url, toast } = afterHandOver(handedOver, next);
  return redirectWithToast(url, toast, headers);
}

const YEAR_MS = 365 * 86_400_000;

const browserForm = draftSchema.extend({
  formId: z.string().refine(isCuid),
  isSubmitted: z.literal("on").optional(),
  fileCount: z.coerce.number().int().min(0).default(0),
  /** The account that opened the form. */
  account: z.string().optional(),
  version: z.string().optional(),
  /** In milliseconds since it was written: a browser's clock may be wrong. */
  age: z.coerce.number().int().min(0).max(YEAR_MS).catch(YEAR_MS),
});

const NOT_ON_A_LINE = /[^\P{Cc}\t]+|[\u2028\u2029]+/gu;
const ROW_LENGTHS = { name: LINE_LENGTHS.recipientName, email: LINE_LENGTHS.recipientEmail };

function truncateFields(fields: Record<string, unknown>, lengths: Record<string, number>): Record<string, unknown> {
  const cut = Object.entries(lengths).flatMap(([name, max]) => {
    const text = fields[name];
    return typeof text === "string" ? [[name, truncateText(text.replace(NOT_ON_A_LINE, " "), max)]] : [];
  });
  return { ...fields, ...Object.fromEntries(cut) };
}

/** A copy that its form refused becomes a draft, without what no draft accepts. */
const acceptedForm = z.preprocess((sent: Record<string, unknown>) => {
  const { message, boardRecipients: rows } = sent;
  const accepted = truncateFields(sent, LINE_LENGTHS);
  if (typeof message === "string") accepted.message = truncateText(message.replaceAll("\0", ""), MESSAGE_MAX_LENGTH);
  if (Array.isArray(rows))
    accepted.boardRecipients = rows
      .slice(0, BOARD_RECIPIENTS_MAX)
      .map((row) => row && truncateFields(row, ROW_LENGTHS));
  return isDeepStrictEqual(accepted, sent) ? sent : { ...accepted, isSubmitted: undefined };
}, browserForm);

export async function handOverFromBrowser(user: User, request: Request): Promise<Response> {
  const type = storedType(new URL(request.url).searchParams.get("type"));
  const form = await readForm(request, acceptedForm);
  if (!form.ok) return json({ ok: false, to: null }, { status: form.response.status });
  const { formId, isSubmitted, fileCount, account, version, age, ...value } = form.value;
  if (account && account !== user.id) return json({ ok: false, to: null }, { status: 403 });
  const savedAt = new Date(now().getTime() - age);
  const { handedOver: before, setCookie } = await handOverAll(user.id, await readVisitorTokens(request));
  const memory = { type, formId, values: valuesOf(value), isSubmitted: isSubmitted === "on", fileCount, savedAt };
  // The form may still be open in another window, and must recognize this save as its own.
  const savedBy = saveNameIn(version);
  const result = await handOver(user, { ...memory, savedBy, uploadOwner: undefined }, countPeople);
  const handedOver = [...before, ...(result ? [result] : [])].filter(({ isKnown }) => !isKnown);
  if (handedOver.length === 0) return json({ ok: true, to: null });
  // The first page after signing up is replaced at once, and its toast with it.
  const next = { url: "/dashboard", ...((await isNewAccount(user.id)) && { toast: ACCOUNT_CREATED }) };
  const { url, toast } = afterHandOver(handedOver, next);
  const headers = new Headers({ "Set-Cookie": await toastCookie.serialize(toast) });
  headers.append("Set-Cookie", setCookie);
  return json({ ok: true, to: url }, { headers });
}

/** Keeps the toast of `next`, above the one about the drafts. */
export function afterHandOver(handedOver: HandedOver[], next: { url: string; toast?: ToastContent }): Next {
  const toastOf = (toast: ToastContent) => (next.toast ? { ...toast, before: next.toast } : toast);
  for (const one of handedOver) {
    if (one.state !== "draft" || !one.because) continue;
    if (one.because === "vault_limit") return { url: `/create/limit?draft=${one.id}`, toast: toastOf(KEPT) };
    const toast = toastOf(NOT_SCHEDULED[one.because] ?? UNFINISHED);
    return { url: `/create?${new URLSearchParams({ edit: "true", id: one.id })}`, toast };
  }
  const scheduled = handedOver.find((one) => one.state === "scheduled");
  if (scheduled?.state === "scheduled") {
    const url = next.url === "/dashboard" ? sentHref(scheduled.id) : next.url;
    return { url: scheduled.isToBeSealed ? sealHref(scheduled.id) : url, toast: toastOf(CREATED) };
  }
  return { url: next.url, toast: toastOf(KEPT) };
}
