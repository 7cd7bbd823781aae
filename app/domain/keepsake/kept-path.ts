/** What no system may have in a name (Windows has the longest list), and what would end or hide one. */
const FORBIDDEN = /[<>:"/\\|?*\p{C}]/gu;
/** File systems count bytes; the number in front needs four of the 255. */
const MAX_BYTES = 200;

/**
 * Where a file lies in a keepsake: with the number that it has in the certificate, from 1, so that no two are the same
 * and they stand in their order, and with its own name as far as every system takes it.
 */
export function keptPath(position: number, fileName: string): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.[\p{L}\p{N}]{1,8})?$/su.exec(safeName(fileName)) ?? [];
  return `files/${String(position).padStart(2, "0")} ${cutOff(stem) || "file"}${ending}`;
}

/** What the archive itself is called when it is saved. */
export function archiveName(title: string): string {
  return `${cutOff(safeName(title)) || "A memory"}.zip`;
}

const safeName = (name: string) => name.replace(FORBIDDEN, "_").replace(/^[. ]+|[. ]+$/g, "");

function cutOff(name: string): string {
  let cut = name;
  while (Buffer.byteLength(cut) > MAX_BYTES) cut = [...cut].slice(0, -1).join("");
  return cut.trimEnd();
}
