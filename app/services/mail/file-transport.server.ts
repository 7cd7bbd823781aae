import { randomUUID } from "node:crypto";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkMessageId } from "./headers.server";
import { mailFileName } from "./mail-file-name.server";
import { readMailbox } from "./mailbox.server";
import { mailBytes } from "./rfc822.server";
import { errorCode, type MailTransport, refused, unavailable } from "./transport.server";

/**
 * Writes each mail into `folder` as an `.eml` file named after its Message-Id, so a repeat writes nothing new. A file
 * appears whole or not at all: it is written aside, flushed to the disk, then renamed.
 */
export function createFileTransport({ folder, from }: { folder: string; from: string }): MailTransport {
  const fileOf = (messageId: string) => join(folder, mailFileName(checkMessageId(messageId)));

  return {
    settlesAfterMs: 0,
    async send(mail) {
      const to = readMailbox(mail.to);
      if (!to) return refused("not a mail address");
      const file = fileOf(mail.messageId);
      if (await exists(file)) return { ok: true, providerId: mail.messageId };
      const bytes = await mailBytes(mail, { from, to });
      const draft = join(folder, `.${randomUUID()}.part`);
      try {
        await mkdir(folder, { recursive: true });
        await writeThrough(draft, bytes);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        return unavailable(`the mail folder cannot be written: ${errorCode(error)}`);
      }
      await flushFolder(folder);
      return { ok: true, providerId: mail.messageId };
    },

    async findSent(messageId) {
      return (await exists(fileOf(messageId))) ? "sent" : "not_sent";
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function writeThrough(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the rename itself last through a power cut; systems that cannot flush a folder (Windows) do without. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
