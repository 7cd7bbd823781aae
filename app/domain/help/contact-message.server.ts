import { log } from "~/services/log.server";

export type ContactMessage = { name?: string | undefined; email?: string | undefined; message: string };

/** Writes a message to the operator into the log, the only place for it while no address is set. */
export function receiveContactMessage(requestId: string, contact: ContactMessage): void {
  log.warn({ requestId, contact }, "a message from the contact form");
}
