import { randomUUID } from "node:crypto";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, providerFailure, type SendOutcome } from "../provider/outcome.server";
import { checkMessageId } from "./headers.server";
import { mailFileName } from "./mail-file-name.server";

/** A repeat writes nothing. Files are written aside, flushed and renamed, so that none is partial. */
export async function keepFile(
  folder: string,
  messageId: string,
  toBytes: () => Promise<Buffer>,
): Promise<SendOutcome> {
  const file = fileOf(folder, messageId);
  if (await exists(file)) return { ok: true, providerId: messageId };
  const bytes = await toBytes();
  const draft = join(folder, `.${randomUUID()}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeThrough(draft, bytes);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    return providerFailure(`the mail folder cannot be written: ${errorCode(error)}`);
  }
  await flushFolder(folder);
  return { ok: true, providerId: messageId };
}

export async function findKept(folder: string, messageId: string): Promise<"sent" | "not_sent"> {
  return (await exists(fileOf(folder, messageId))) ? "sent" : "not_sent";
}

function fileOf(folder: string, messageId: string): string {
  return join(folder, mailFileName(checkMessageId(messageId)));
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

/** The rename survives a power failure, except on Windows, which cannot flush a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
