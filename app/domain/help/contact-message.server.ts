import { log } from "~/services/log.server";

export type ContactMessage = { name?: string | undefined; email?: string | undefined; message: string };

/** Logs a message to the operator, the only place for it without a contact address. */
export function receiveContactMessage(requestId: string, contact: ContactMessage): void {
  log.warn({ requestId, contact }, "a message from the contact form");
}
