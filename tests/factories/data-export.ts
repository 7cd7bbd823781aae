import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import type { User } from "~/domain/account/account";
import { type OpenedExport, openExport } from "~/domain/data-export/open-export.server";
import { prepareExports } from "~/domain/data-export/prepare-exports.server";
import { findExport, requestExport } from "~/domain/data-export/request-export.server";
import { env } from "~/env.server";
import { bytesOf } from "./media-content";
import { unpack } from "./unpack";

/** Requests an account's archive and prepares it, as the worker does. */
export async function prepareExport(user: User, now: Date): Promise<void> {
  await requestExport(user, now);
  while ((await prepareExports(now)).isFull);
}

export async function openedExport(user: User, now: Date): Promise<OpenedExport> {
  const found = await findExport(user, now);
  if (found?.state !== "ready") throw new Error("It is not ready.");
  const archive = await openExport(user, found.id, now);
  if (!archive || archive === "outdated") throw new Error("It cannot be opened.");
  return archive;
}

/** Saves the archive as its owner would. Returns its path. */
export async function downloadExport(user: User, now: Date): Promise<string> {
  await prepareExport(user, now);
  const archive = await openedExport(user, now);
  const path = join(env.AMBERKEEP_HOME, `${createId()}.zip`);
  await writeFile(path, await bytesOf(archive.read({ start: 0, end: archive.bytes - 1 })));
  return path;
}

/** The files of the archive that is ready, by path. */
export async function unpackExport(user: User, now: Date): Promise<Map<string, Buffer>> {
  const archive = await openedExport(user, now);
  const bytes = await bytesOf(archive.read({ start: 0, end: archive.bytes - 1 }));
  if (bytes.length !== archive.bytes) throw new Error("The archive does not have the recorded length.");
  return unpack(bytes);
}

export const textOf = (files: Map<string, Buffer>, path: string) => files.get(path)?.toString() ?? "";
