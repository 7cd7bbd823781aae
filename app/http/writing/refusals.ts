import { NO_CONTENT, NOT_EDITABLE, NOT_FOUND, NOT_SAVED, VAULT_LIMIT } from "~/domain/vault/vault-words";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import type { FormRefusal } from "~/http/form.server";

type Refused = Extract<VaultResult, { ok: false }>;

export function refusalOf({ reason, file }: Refused): FormRefusal {
  switch (reason) {
    case "duplicate_title":
      return { fields: { title: "A memory with this title already exists" } };
    case "no_content":
      return { fields: { message: NO_CONTENT } };
    case "file_limit":
      return { fields: { [file?.kind ?? "photo"]: file?.message ?? "" } };
    case "vault_limit":
      return { form: VAULT_LIMIT };
    case "not_found":
      return { form: NOT_FOUND, status: 404 };
    case "not_editable":
      return { form: NOT_EDITABLE };
  }
}

/** For failures that a retry may fix. */
export function notSaved(what: keyof typeof NOT_SAVED): FormRefusal {
  return { form: NOT_SAVED[what], status: 503 };
}
