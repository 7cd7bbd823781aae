import { email, INVALID_EMAIL } from "~/domain/account/account-schema";
import {
  CHANGED_ELSEWHERE,
  failureToast,
  NO_CONTENT,
  NO_DATE,
  NO_RECIPIENT,
  NO_TITLE,
  NOT_EDITABLE,
  NOT_FOUND,
  NOT_SAVED,
  VAULT_LIMIT,
} from "~/domain/vault/vault-words";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import type { FormRefusal } from "~/http/form.server";
import type { ToastContent } from "~/http/toast.server";

export const LAST_DAY_PASSED = "This day has passed. Please choose a later one, or leave it empty.";

type Refused = Extract<VaultResult, { ok: false }>;

export function formRefusalOf({ reason, file, version }: Refused): FormRefusal {
  switch (reason) {
    case "duplicate_title":
      return { fields: { title: "A memory with this title already exists" } };
    case "no_content":
      return { fields: { message: NO_CONTENT } };
    case "file_limit":
      return { fields: { [file?.kind ?? "photo"]: file?.message ?? "" } };
    case "file_gone":
      return { form: file?.message ?? "" };
    case "vault_limit":
      return { form: VAULT_LIMIT };
    case "not_found":
      return { form: NOT_FOUND, status: 404 };
    case "not_editable":
      return { form: NOT_EDITABLE };
    case "changed_elsewhere":
      return { form: CHANGED_ELSEWHERE, also: { version }, status: 409 };
  }
}

type Row = { name?: string | undefined; email?: string | undefined } | undefined;

/** Adds the last row of a board's recipients, or refuses it. The page shows an empty one after the last filled one. */
export function answerToRow(rows: Row[]): FormRefusal {
  const last = rows.at(-1);
  if (email.safeParse(last?.email).success) return { status: 200, toast: { title: "Recipient Added" } };
  const filled = rows.findLastIndex((row) => row?.name || row?.email);
  const position = last?.name || last?.email ? filled : filled + 1;
  return { fields: { [`boardRecipients[${position}].email`]: last?.email ? INVALID_EMAIL : NO_RECIPIENT } };
}

/** For failures that a retry may fix. */
export function notSaved(what: keyof typeof NOT_SAVED): FormRefusal {
  return { form: NOT_SAVED[what], toast: failureToast(NOT_SAVED[what]), status: 503 };
}

const MISSING_FIELDS: Record<string, string> = {
  [NO_TITLE]: "Memory title is required",
  [NO_DATE]: "Delivery date is required",
  [NO_RECIPIENT]: "Recipient email is required for this memory type",
};

/** The first field that an account's memory lacks. */
export function missingFieldToast(errors: string[], { isUpdate = false } = {}): ToastContent | undefined {
  const description = Object.entries(MISSING_FIELDS).find(([error]) => errors.includes(error))?.[1];
  const title = isUpdate ? "Failed to Update Memory" : "Failed to Save Memory";
  return description ? { title, description, kind: "error" } : undefined;
}
