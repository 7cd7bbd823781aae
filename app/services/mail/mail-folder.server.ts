import { open, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import PostalMime, { type Address, type Email } from "postal-mime";
import { env } from "~/env.server";
import { isMailId, mailFileName, mailIdOf } from "./mail-file-name.server";

export const mailFolder = resolve(env.AMBERKEEP_HOME, "mail");

export type ListedMail = { id: string; at: Date; to: string; subject: string };
export type ReadMail = ListedMail & { headers: { name: string; value: string }[]; text: string; html: string };

const LISTED_AT_MOST = 100;
const HEADERS_AT_MOST = 16 * 1024;

/** Newest first, 100 at most. A missing folder is an empty one. */
export async function listMail(folder = mailFolder): Promise<ListedMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.map(mailIdOf).filter((id) => id !== null);
  const dated = await Promise.all(ids.map(async (id) => ({ id, at: await writtenAt(folder, id) })));
  const newest = dated
    .filter((mail): mail is { id: string; at: Date } => mail.at !== null)
    .sort((a, b) => b.at.getTime() - a.at.getTime() || a.id.localeCompare(b.id))
    .slice(0, LISTED_AT_MOST);
  return Promise.all(newest.map(async ({ id, at }) => summary(id, at, await PostalMime.parse(await head(folder, id)))));
}

/** `null` for an unknown or malformed id (`../x`). */
export async function readMail(id: string, folder = mailFolder): Promise<ReadMail | null> {
  if (!isMailId(id)) return null;
  const [bytes, at] = await Promise.all([readFile(pathOf(folder, id)).catch(() => null), writtenAt(folder, id)]);
  if (!bytes || !at) return null;
  const email = await PostalMime.parse(bytes);
  return {
    ...summary(id, at, email),
    headers: email.headers.map((header) => ({ name: header.originalKey, value: header.value })),
    text: withoutLastLineEnd(email.text),
    html: withoutLastLineEnd(email.html),
  };
}

function pathOf(folder: string, id: string): string {
  return join(folder, mailFileName(id));
}

async function writtenAt(folder: string, id: string): Promise<Date | null> {
  return stat(pathOf(folder, id)).then(
    (file) => file.mtime,
    () => null,
  );
}

async function head(folder: string, id: string): Promise<Buffer> {
  const handle = await open(pathOf(folder, id));
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADERS_AT_MOST), 0, HEADERS_AT_MOST, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function summary(id: string, at: Date, email: Email): ListedMail {
  return { id, at, to: (email.to ?? []).map(inWords).join(", "), subject: email.subject ?? "" };
}

/** The parser adds the line end before a MIME boundary, which belongs to the boundary (RFC 2046, 5.1.1). */
function withoutLastLineEnd(part = ""): string {
  return part.replace(/\n$/, "");
}

function inWords(address: Address): string {
  return address.name && address.address ? `${address.name} <${address.address}>` : (address.address ?? address.name);
}
