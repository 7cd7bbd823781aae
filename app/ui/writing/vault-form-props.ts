import type { SubmissionResult } from "@conform-to/react";
import type { FormFile } from "~/domain/media/media";
import type { Slots } from "~/domain/overview/slots.server";
import type { FormKind, VaultType } from "~/domain/vault/vault";
import type { FormValues } from "~/domain/writing/form-values";
import type { vaultSchema } from "~/domain/writing/vault-schema";
import type { useLiveForm } from "../base/live-form";

export type Schema = ReturnType<typeof vaultSchema>;

export type VaultFormProps = {
  mode: "new" | "draft" | "edit";
  kind: FormKind;
  type: VaultType;
  id: string | null;
  /** Identifies the draft, the vault and the files of this form. */
  formId: string;
  /** What the form may replace: its vault or draft can be changed in another window. */
  version: string;
  values: FormValues;
  /** A sentence about unsaved changes to a scheduled vault; null without any. */
  changes: string | null;
  /** Guests join the board by this link. */
  inviteLink: string | null;
  files: FormFile[];
  /** Files of the vault that is copied. */
  copies: FormFile[];
  /** Ids of the files that are ticked for copying when the form opens; all if null. */
  ticked: string[] | null;
  /** The user; empty for visitors, except the id of the account whose session ended. */
  self: { id: string; name: string; email: string };
  /** First and last allowed date, `YYYY-MM-DD`. */
  dates: { first: string; last: string };
  /** When the page was rendered, as an ISO instant. */
  now: string;
  slots: Slots;
  hasSms: boolean;
  /** Set for visitors without an account. */
  visitor?: object;
  /** Path and query to which the form is sent. */
  action: string;
  answer?:
    | (SubmissionResult<string[]> & { files?: FormFile[]; inviteLink?: string | null; version?: string })
    | undefined;
};

export type LiveFields = ReturnType<typeof useLiveForm<Schema>>[1];
