import { json, redirect } from "@remix-run/node";
import { min } from "date-fns";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { dateIn, horizonDate } from "~/domain/calendar/delivery-date";
import { listFormFiles } from "~/domain/media/form-files.server";
import { formKindOf, storedType, type VaultType } from "~/domain/vault/vault";
import {
  forgetVisitorDraft,
  listVisitorDrafts,
  moveVisitorUploads,
  saveVisitorDraft,
  type VisitorDraft,
} from "~/domain/visitor-draft/visitor-draft.server";
import { emptyForm, toFormValues } from "~/domain/writing/form-values";
import { draftVersionOf, versionField } from "~/domain/writing/form-version.server";
import {
  type DraftFormValue,
  draftSchema,
  isLastDayOver,
  type VaultFormValue,
  vaultSchema,
} from "~/domain/writing/vault-schema";
import { isOnTheWay, type MediaForm, type OpenedForm, readMediaForm } from "~/http/media/media-form.server";
import { visitorOwnerOf } from "~/http/media/upload-owner.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast, type ToastContent } from "~/http/toast.server";
import { type FormParams, forwardToTarget, parseFormParams } from "~/http/writing/form-url.server";
import { answerToRow, formRefusalOf, LAST_DAY_PASSED, notSaved } from "~/http/writing/refusals";
import { notKept, UPLOADED, versionIn } from "~/http/writing/save.server";
import { keyedDigest } from "~/services/cipher.server";
import { now } from "~/services/clock.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { isSmsConfigured } from "~/services/sms.server";
import { readVisitorTokens, rememberDraft } from "./visitor-cookie.server";

export const ACCOUNT_PROMPT = "/create/account";
const LOG_IN = "/auth?mode=login";

const ZONE = "UTC";
const KEPT = { title: "Draft saved", description: "This browser keeps it for 30 days." };
const TOO_MANY = "Five unfinished memories are kept in this browser already.";
/** With script, the browser hands this one over. */
const KEEP_BY_SCRIPT = `${TOO_MANY} Create a free account to keep this one, too.`;
const KEEP_BY_HAND = `${TOO_MANY} To keep this one, too, create a free account in another window, then send it again.`;

/** Forms of existing vaults need an account. */
type NewForm = Extract<FormParams, { mode: "new" }>;

/** A form that is sent after its session ended is kept, whatever it edited. */
async function newForm(url: string, context: RequestContext): Promise<NewForm> {
  const params = parseFormParams(url);
  if (context.isPost) return params.mode === "edit" ? BLANK : { ...params, copyOf: null };
  if (params.mode !== "new" || params.copyOf !== null) {
    await requireUser(context);
    throw new Error("A visitor was treated as a signed-in user.");
  }
  return params;
}

/**
 * A draft's name in URLs, which end up in histories and are shared. Not the form's id, which is enough to make the
 * form's vault and to derive a board's invite code.
 */
const nameOf = (formId: string) => keyedDigest("draft-name", formId, "base64url").slice(0, 16);

export const draftHref = ({ type, formId }: Pick<VisitorDraft, "type" | "formId">) =>
  `/create?${new URLSearchParams({ type: type === "letter" ? "send-to-someone" : type, step: "form", draft: nameOf(formId) })}`;

const rehearsalHref = (formId: string) => `/create/rehearsal?${new URLSearchParams({ draft: nameOf(formId) })}`;

export async function loadVisitorForm(request: Request, context: RequestContext) {
  const at = now();
  const params = await newForm(request.url, context);
  const drafts = await listVisitorDrafts(await readVisitorTokens(request), at);
  const query = new URL(request.url).searchParams;
  if (!params.isForm) {
    const [latest] = drafts;
    if (latest && params.type === undefined) return redirect(draftHref(latest));
    return { step: "type" as const, type: params.type ?? null };
  }
  const kind = formKindOf(storedType(params.type));
  const named = query.get("draft");
  const draft =
    drafts.find(({ formId }) => nameOf(formId) === named) ??
    (query.has("fresh") || named ? undefined : drafts.find(({ type }) => formKindOf(type) === kind));
  const isOfType = draft !== undefined && formKindOf(draft.type) === kind;
  // The URL is from before its type was changed. A form that was sent keeps the type it was sent as.
  if (draft && !isOfType && !context.isPost) return redirect(draftHref(draft));
  const owner = await visitorOwnerOf(request);
  // The visitor's cookie is replaced when they sign in and out, and when it expires.
  if (draft && owner && draft.uploadOwner !== owner) await moveVisitorUploads([draft.token], draft.formId, owner);
  const formId = draft?.formId ?? createId();
  return {
    step: "form" as const,
    mode: "new" as const,
    type: isOfType ? draft.type : storedType(params.type),
    kind,
    id: null,
    formId,
    version: versionField(draft && draftVersionOf(draft.values), draft?.savedBy),
    values: draft?.values ?? emptyForm({ timeZone: ZONE }, kind),
    inviteLink: inviteLinkFor(kind, formId),
    copies: [],
    ticked: null,
    changes: null,
    self: { id: draft?.account ?? "", name: "", email: "" },
    slots: { used: 0, limit: 1, advice: "", canUpgrade: true },
    hasSms: isSmsConfigured(),
    files: owner ? await listFormFiles(owner, formId) : [],
    dates: { first: dateIn(ZONE, at), last: horizonDate(ZONE, at) },
    now: at.toISOString(),
    visitor: {
      isFresh: query.has("fresh"),
      drafts: drafts.map((kept) => ({
        formId: kept.formId,
        href: draftHref(kept),
        forgetHref: `/create/forget?${new URLSearchParams({ draft: nameOf(kept.formId) })}`,
        title: kept.values.title,
        keptAt: kept.savedAt.toISOString(),
        keptUntil: dateIn(ZONE, kept.expiresAt),
      })),
    },
  };
}

type FormValue = VaultFormValue | DraftFormValue;

const BLANK: NewForm = { mode: "new", type: undefined, isForm: true, isReminder: false, copyOf: null };

const ENDED: ToastContent = {
  title: "User not authenticated",
  description: "You were logged out. What you wrote is safe in this browser: log in, and it moves to your account.",
  kind: "error",
};

export async function saveVisitorForm(request: Request, context: RequestContext): Promise<Response> {
  const params = parseFormParams(request.url);
  const isEdit = params.mode === "edit";
  const asked = storedType((await newForm(request.url, context)).type);
  const typeOf = (opened: OpenedForm) => (isEdit ? storedType(opened.type) : asked);
  const form = await readMediaForm<ReturnType<typeof vaultSchema> | typeof draftSchema>(
    request,
    context,
    (intent, hasFiles, opened) => {
      const kind = formKindOf(typeOf(opened));
      // An account's form is checked after log-in, with the files that it has in the account.
      const isChecked = intent === "schedule" && !isEdit && !opened.account;
      return isChecked ? vaultSchema(kind, now(), { hasFiles }) : draftSchema;
    },
    { type: asked },
  );
  const { account } = form.opened;
  if (!account && (isEdit || params.copyOf !== null)) await requireUser(context);
  const elsewhere = forwardToTarget(form.fields, request.url);
  if (elsewhere) return elsewhere;
  if (!form.ok) return form.response;
  if (isOnTheWay(form.intent)) return form.refuse({ status: 200, ...(form.hasNewFiles && { toast: UPLOADED }) });
  if (form.intent === "add-recipient") return form.refuse(answerToRow(form.value.boardRecipients));
  // An edited vault becomes a draft of the account, as the vault may have changed since.
  const isSubmitted = form.intent !== "draft" && form.intent !== "rehearse" && !isEdit;
  if (form.intent === "schedule" && !account && isLastDayOver(form.value as VaultFormValue, now()))
    return form.refuse({ fields: { closesOn: LAST_DAY_PASSED } });
  const formId = form.formId ?? createId();
  const type = typeOf(form.opened);
  const content = { type, value: form.value, isSubmitted };
  const kept = await keep(request, context, { ...form, formId }, content).catch((error: unknown) => {
    log.error({ err: error, requestId: context.requestId }, "could not save a visitor draft");
    return { ok: false as const, refusal: notSaved("submit") };
  });
  if (!kept.ok) return form.refuse(kept.refusal);
  const headers = new Headers({ "Set-Cookie": kept.setCookie });
  if (account) return redirectWithToast(LOG_IN, ENDED, headers);
  if (form.intent === "rehearse") return redirect(rehearsalHref(formId), { status: 303, headers });
  return isSubmitted
    ? redirect(ACCOUNT_PROMPT, { status: 303, headers })
    : redirectWithToast(draftHref({ type, formId }), KEPT, headers);
}

export async function saveVisitorFormForLater(
  form: string,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const isEdit = parseFormParams(form).mode === "edit";
  const asked = storedType((await newForm(form, context)).type);
  const typeOf = (opened: OpenedForm) => (isEdit ? storedType(opened.type) : asked);
  const sent = await readMediaForm(request, context, () => draftSchema, {
    type: asked,
  });
  if (!sent.ok) return json({ ok: false }, { status: sent.response.status });
  const { formId, value } = sent;
  const type = typeOf(sent.opened);
  const kept = formId ? await keep(request, context, { ...sent, formId }, { type, value }) : undefined;
  if (!formId || !kept?.ok) return notKept(kept?.reason);
  return json({ ok: true, form: draftHref({ type, formId }) }, { headers: { "Set-Cookie": kept.setCookie } });
}

async function keep(
  request: Request,
  context: RequestContext,
  { owner, formId, opened, fields }: Pick<MediaForm, "owner" | "opened" | "fields"> & { formId: string },
  { type, value, isSubmitted }: { type: VaultType; value: FormValue; isSubmitted?: boolean },
) {
  const tokens = await readVisitorTokens(request);
  const drafts = await listVisitorDrafts(tokens);
  if (!drafts.some((draft) => draft.formId === formId)) {
    const refusal = await rateLimited({ visitor_draft_ip: context.clientIp });
    if (refusal) return { ok: false as const, reason: undefined, refusal };
  }
  const content = { type, values: valuesOf(value), uploadOwner: owner ?? "", account: opened.account };
  const kept = await saveVisitorDraft(
    { ...content, formId, version: versionIn(fields), ...(isSubmitted !== undefined && { isSubmitted }) },
    tokens,
  );
  if (!kept.ok && kept.reason === "too_many") {
    const refusal = { form: context.isDataRequest ? KEEP_BY_SCRIPT : KEEP_BY_HAND };
    return { ok: false as const, reason: undefined, refusal };
  }
  if (!kept.ok) return { ...kept, refusal: formRefusalOf(kept) };
  return { ok: true as const, setCookie: await rememberDraft(tokens, kept.token) };
}

export const valuesOf = (value: FormValue) => toFormValues({ ...value, deliveryZone: value.deliveryZone ?? ZONE });

/** The submitted drafts, which are scheduled once there is an account. Those that an account opened wait for it. */
export async function loadAccountPrompt(request: Request) {
  const drafts = await listVisitorDrafts(await readVisitorTokens(request));
  const submitted = drafts.filter((draft) => draft.submittedAt && !draft.account);
  return {
    keptUntil: submitted.length > 0 ? dateIn(ZONE, min(submitted.map(({ expiresAt }) => expiresAt))) : "",
    drafts: submitted.map(({ type, formId, values }) => ({
      formId,
      type,
      href: draftHref({ type, formId }),
      title: values.title,
      recipient: values.recipientName,
      recipientEmail: values.recipientEmail,
      deliveryDate: values.deliveryDate,
    })),
  };
}

/** The draft that the URL names, if this browser has it. */
export async function findNamedDraft(request: Request): Promise<VisitorDraft | undefined> {
  const named = new URL(request.url).searchParams.get("draft");
  const drafts = await listVisitorDrafts(await readVisitorTokens(request));
  return drafts.find(({ formId }) => nameOf(formId) === named);
}

export async function namedDraft(request: Request) {
  const draft = await findNamedDraft(request);
  return draft && { formId: draft.formId, title: draft.values.title, href: draftHref(draft) };
}

export async function forgetVisitorForm(request: Request): Promise<void> {
  const draft = await namedDraft(request);
  if (draft) await forgetVisitorDraft(draft.formId, await readVisitorTokens(request));
}
