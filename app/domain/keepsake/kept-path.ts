import { replaceUnjoined } from "~/domain/media/media";

/** Forbidden in file names by Windows, which has the longest list; and control characters. */
const FORBIDDEN = /[<>:"/\\|?*\p{C}]/u;
/** File systems allow 255; the rest is for the number and the ending. */
const MAX_BYTES = 200;
/** Windows unpacks no path of 260 characters or more; this leaves room for a folder of downloads. */
const MAX_LENGTH = { archive: 80, file: 100 };

/**
 * The position in the certificate, from 1, keeps names unique and in order; the file's own name follows as far as every
 * system allows it.
 */
export function keptPath(position: number, fileName: string, folder = "files"): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.[\p{L}\p{N}]{1,8})?$/su.exec(safeName(fileName)) ?? [];
  return `${folder}/${String(position).padStart(2, "0")} ${truncateName(stem, MAX_LENGTH.file) || "file"}${ending}`;
}

export function archiveName(title: string): string {
  return `${truncateName(safeName(title), MAX_LENGTH.archive) || "A memory"}.zip`;
}

const safeName = (name: string) => replaceUnjoined(name, FORBIDDEN, "_").replace(/^[. ]+|[. ]+$/g, "");

function truncateName(name: string, maxLength: number): string {
  let cut = name;
  while (cut.length > maxLength || Buffer.byteLength(cut) > MAX_BYTES) cut = [...cut].slice(0, -1).join("");
  return cut.replace(/[\s\u200c\u200d]+$/, "");
}
