import type { z } from "zod";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { dateIn, knownZone, plusYears } from "~/domain/calendar/delivery-date";
import { setAltTexts } from "~/domain/media/alt-texts.server";
import { listFormFiles } from "~/domain/media/form-files.server";
import { type FormFile, type FormPurpose, withChanges } from "~/domain/media/media";
import { arrivedInPart } from "~/domain/media/refusals";
import { readVisitor } from "~/http/csrf.server";
import { FILES_AGAIN, type FormRefusal, type ReadForm, validateForm } from "~/http/form.server";
import { readFormData } from "~/http/form-data.server";
import type { RequestContext } from "~/http/request-context.server";
import { now } from "~/services/clock.server";
import { changeType } from "./change-type.server";
import { createFormUploads, formIdOf, removedOf } from "./form-uploads.server";
import { uploadOwnerOf } from "./upload-owner.server";

/** `in-5`: five years from today. `test-scheduled`: a scheduled board is saved and rehearsed. */
const FORM_INTENTS = [
  "schedule",
  "draft",
  "attach",
  "choose-date",
  "change-type",
  "type-send-to-someone",
  "type-memory-board",
  "type-future-self",
  "in-1",
  "in-5",
  "in-10",
  "in-18",
  "add-recipient",
  "rehearse",
  "test-recipient",
  "test-scheduled",
] as const;
export type FormIntent = (typeof FORM_INTENTS)[number];

/** For buttons that only show the form, or another page with it. */
export function isOnTheWay(intent: FormIntent): boolean {
  return ["attach", "choose-date", "change-type"].includes(intent) || /^(type|in)-/.test(intent);
}

export type MediaForm = {
  /** As they were sent, without files. */
  fields: URLSearchParams;
  intent: FormIntent;
  /** Undefined only for a browser that was not shown a form. */
  owner: string | undefined;
  formId: string | undefined;
  /** Saved with the vault, uploaded before, or sent with this request. */
  files: FormFile[];
  /** For `attachUploads`: the ids of ticked and of listed files, and alternative texts by file id. */
  removed: string[];
  shown: string[];
  altTexts: Record<string, string>;
  copies: string[];
  hasNewFiles: boolean;
  opened: OpenedForm;
};

/** How the form began, by its hidden fields. */
export type OpenedForm = {
  account: string | undefined;
  /** The memory's type, where the form's URL does not say it. */
  type: string;
};

const OTHER_ACCOUNT: FormRefusal = {
  title: "User ID mismatch",
  form: `This form was opened in another account. Nothing is lost: to save it in this one, please send it again. ${FILES_AGAIN}`,
  status: 403,
};

type MediaFormOf = {
  type: FormPurpose;
  vaultOf?: (formId: string) => Promise<string | undefined>;
  hasArrived?: (formId: string) => Promise<boolean>;
  userId?: string | undefined;
};

export type ReadMediaForm<Value> = ReadForm<Value> & MediaForm;

/**
 * Like `readForm`, but also streams files into uploads of the form. A refused file is an error of its field (`photo`,
 * `video`, `audio`); the other files are saved. A file that the form shows and that has arrived only in part is an
 * error as well, if the form is to be scheduled or sent. `vaultOf` returns the vault whose saved files the form has,
 * once the user may see them. `hasArrived` returns whether files of the form were saved before: then it may be sent
 * again without files, as when its response was lost.
 */
export async function readMediaForm<Schema extends z.ZodType>(
  request: Request,
  context: RequestContext,
  schema: Schema | ((intent: FormIntent, hasFiles: boolean, opened: OpenedForm) => Schema),
  { type, vaultOf, hasArrived, userId }: MediaFormOf,
): Promise<ReadMediaForm<z.output<Schema>>> {
  const owner = await uploadOwnerOf(request, context);
  const uploads = createFormUploads(request, context, { owner, type });
  const { formData, isGarbled } = await readFormData(request, uploads.take);
  const fields = textsOf(formData);
  const isOurs = await uploads.open(formData);
  const intent = FORM_INTENTS.find((known) => known === formData.get("intent")) ?? "schedule";
  chooseYears(intent, formData);
  changeType(intent, formData);
  const formId = formIdOf(formData);
  const altTexts = altTextsOf(formData);
  if (isOurs && owner && formId) await setAltTexts(owner, formId, altTexts);
  const removed = removedOf(formData);
  const shown = formData.getAll("shown").map(String);
  const listed = owner && formId ? await listFormFiles(owner, formId, async () => vaultOf?.(formId)) : [];
  const files = withChanges(listed, { altTexts, removed });
  const copies = formData.getAll("copy").map(String);
  const isThere = files.some(({ id, state }) => state === "ready" || (state === "saved" && !removed.includes(id)));
  const hasFiles = isThere || copies.length > 0 || (formId !== undefined && (await hasArrived?.(formId)) === true);
  const opened = {
    account: String(formData.get("account") ?? "") || undefined,
    type: String(formData.get("type") ?? ""),
  };
  const rules = typeof schema === "function" ? schema(intent, hasFiles, opened) : schema;
  const also = { files, inviteLink: formId ? inviteLinkFor(type, formId) : null };
  const hasCookie = (await readVisitor(request)) !== undefined;
  // A refused form may be sent again in the account that reads this; without one it stays its account's.
  if (userId) formData.set("account", userId);
  const mismatch = userId && opened.account && opened.account !== userId ? OTHER_ACCOUNT : undefined;
  const isFinal = intent === "schedule" || intent === "test-scheduled";
  const refusal = uploads.refusal() ?? (isOurs && isFinal ? partRefusal(files, shown) : undefined);
  const validated = validateForm(formData, { isGarbled, isOurs, hasCookie, mismatch }, rules, { also, refusal });
  return {
    ...validated,
    fields,
    intent,
    owner,
    formId,
    files,
    removed,
    shown,
    altTexts,
    copies,
    hasNewFiles: uploads.hasReceived(),
    opened,
  };
}

/** Other files may be arriving with the same form, which was sent twice. */
function partRefusal(files: FormFile[], shown: string[]): FormRefusal | undefined {
  const part = files.find(({ id, state, isRemoved }) => state === "receiving" && !isRemoved && shown.includes(id));
  return part && { fields: { [part.kind]: arrivedInPart(part.fileName) } };
}

/** `in-5`: this day in five years, in the form's zone. */
function chooseYears(intent: FormIntent, formData: FormData): void {
  const [, years] = /^in-(\d+)$/.exec(intent) ?? [];
  const zone = String(formData.get("deliveryZone") ?? "");
  if (years) formData.set("deliveryDate", plusYears(dateIn(knownZone(zone), now()), Number(years)));
}

function textsOf(formData: FormData): URLSearchParams {
  return new URLSearchParams([...formData].filter((field): field is [string, string] => typeof field[1] === "string"));
}

function altTextsOf(formData: FormData): Record<string, string> {
  const texts = [...formData].filter(([name, value]) => name.startsWith("alt_") && typeof value === "string");
  return Object.fromEntries(texts.map(([name, value]) => [name.slice("alt_".length), String(value)]));
}
