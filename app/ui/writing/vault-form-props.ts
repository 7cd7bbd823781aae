import type { SubmissionResult } from "@conform-to/react";
import type { FormFile } from "~/domain/media/media";
import type { FormKind, VaultType } from "~/domain/vault/vault";
import type { FormValues } from "~/domain/writing/form-values";
import type { vaultSchema } from "~/domain/writing/vault-schema";
import type { useLiveForm } from "../base/live-form";

export type Schema = ReturnType<typeof vaultSchema>;

export type VaultFormProps = {
  mode: "new" | "draft" | "edit";
  kind: FormKind;
  type: VaultType;
  /** The vault that is edited. */
  id: string | null;
  /** New with every form: whatever the form saves, twice or later, is one vault, and its files are found by it. */
  formId: string;
  values: FormValues;
  /** By which guests join the board that is written; null where there is none. */
  inviteLink: string | null;
  files: FormFile[];
  /** Those of the vault that is sent once more. */
  copies: FormFile[];
  self: { name: string; email: string };
  /** The first and the last date that may be chosen, `YYYY-MM-DD`. */
  dates: { first: string; last: string };
  /** When the page was made, as an ISO instant. */
  now: string;
  slots: { used: number; limit: number };
  /** Whoever has no account yet has nowhere to send a rehearsal to. */
  visitor?: object;
  /** Where the form is sent: path and query. */
  action: string;
  /** What came back with the form when it was sent. */
  answer?: (SubmissionResult<string[]> & { files?: FormFile[]; inviteLink?: string | null }) | undefined;
};

export type VaultFields = ReturnType<typeof useLiveForm<Schema>>[1];
