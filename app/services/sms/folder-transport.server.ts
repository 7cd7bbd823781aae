import { findKept, keepFile } from "~/services/mail/kept-file.server";
import { smsBytes } from "~/services/mail/rfc822.server";
import type { SmsTransport } from "./transport.server";

export function createFolderTransport({ folder, from }: { folder: string; from: string }): SmsTransport {
  return {
    provider: "sms_folder",
    consistencyDelayMs: 0,
    async send(text) {
      const to = `${text.to.name} ${text.to.phone}`.trim();
      return keepFile(folder, text.messageId, () => smsBytes({ ...text, from, to }));
    },

    async findSent({ messageId }) {
      return findKept(folder, messageId);
    },
  };
}
