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
  /** Created with the form: identifies its draft, its vault and its files. */
  formId: string;
  values: FormValues;
  /** The link by which guests join the board, if any. */
  inviteLink: string | null;
  files: FormFile[];
  /** The files of the vault that is copied. */
  copies: FormFile[];
  self: { name: string; email: string };
  /** The first and the last date that may be chosen, `YYYY-MM-DD`. */
  dates: { first: string; last: string };
  /** The time of the page, as an ISO instant. */
  now: string;
  slots: { used: number; limit: number };
  /** Present for visitors without an account, who get no rehearsals. */
  visitor?: object;
  /** Path and query to which the form is sent. */
  action: string;
  /** The server's reply to the submitted form. */
  answer?: (SubmissionResult<string[]> & { files?: FormFile[]; inviteLink?: string | null }) | undefined;
};

export type VaultFields = ReturnType<typeof useLiveForm<Schema>>[1];
