import type { SecurityEventKind } from "~db/schema/states";

/** What the owner of an account reads in the list of events. */
export const SECURITY_WORDS: Record<SecurityEventKind, string> = {
  new_device: "Logged in from a new browser",
  wrong_passwords: "Many wrong passwords were tried",
  password_changed: "Password changed",
  password_reset: "Password reset by email",
  email_change_requested: "New email asked for",
  email_changed: "Email changed",
  email_restored: "Old email restored",
  sessions_ended: "Every other device logged out",
  contact_added: "Legacy contact added",
  contact_removed: "Legacy contact removed",
  sealed_readdressed: "Addresses of a sealed vault changed",
  export_requested: "Data export asked for",
  deletion_requested: "Account deletion asked for",
  deletion_cancelled: "Account deletion cancelled",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  app_added: "Authenticator app added",
  app_removed: "Authenticator app removed",
  recovery_codes_made: "New recovery codes made",
  recovery_code_used: "Logged in with a recovery code",
  wrong_codes: "Wrong codes after the right password",
  mail_links_on: "Login links turned on",
  mail_links_off: "Login links turned off",
};
