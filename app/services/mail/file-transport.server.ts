import { readMailbox } from "~/mailbox.server";
import { sendRefused } from "../provider/outcome.server";
import { findKept, keepFile } from "./kept-file.server";
import { mailBytes } from "./rfc822.server";
import type { MailTransport } from "./transport.server";

export function createFileTransport({ folder, from }: { folder: string; from: string }): MailTransport {
  return {
    provider: "mail_folder",
    reportsArrivals: false,
    consistencyDelayMs: 0,
    async send(mail) {
      const to = readMailbox(mail.to);
      if (!to) return sendRefused("not an email address");
      return keepFile(folder, mail.messageId, () => mailBytes(mail, { from, to }));
    },

    async findSent(messageId) {
      return findKept(folder, messageId);
    },
  };
}
