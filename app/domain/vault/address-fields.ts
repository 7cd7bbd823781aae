import { optionalEmail, optionalLine } from "~/domain/account/account-schema";
import { NO_BACKUP } from "./vault-words";

export const reachFields = {
  secondEmail: optionalEmail,
  backupName: optionalLine(200),
  backupEmail: optionalEmail,
};
type Backup = { backupName?: string | undefined; backupEmail?: string | undefined };
export const hasBackupAddress = ({ backupName, backupEmail }: Backup) => !backupName || Boolean(backupEmail);
export const backupRule = { path: ["backupEmail"], error: NO_BACKUP };
