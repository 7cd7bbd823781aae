type Report = { hasText: boolean; isTextIntact: boolean; files: readonly ("intact" | "damaged" | "not_checked")[] };

/** A sentence without its full stop. */
export function contentWords({ hasText, isTextIntact, files }: Report): string {
  const [damaged, unchecked] = [count(files, "damaged"), count(files, "not_checked")];
  const letter = isTextIntact ? "" : "The letter is damaged. ";
  if (files.length === 0) return isTextIntact ? "The letter is as you left it" : "The letter is damaged";
  if (damaged > 0) return `${letter}${damaged} of ${plural(files.length)} ${damaged === 1 ? "is" : "are"} damaged`;
  if (unchecked === files.length)
    return `${letter || (hasText ? "The letter is as you left it. " : "")}Its ${files.length === 1 ? "file was" : "files were"} not checked this time`;
  if (unchecked > 0) {
    const checked = files.length - unchecked;
    return `${letter}${checked} of ${plural(files.length)} ${checked === 1 ? "is as you left it" : "are as you left them"}, the other${unchecked === 1 ? " was" : "s were"} not checked this time`;
  }
  if (isTextIntact && hasText) return `The letter and ${plural(files.length)} are as you left them`;
  return `${letter}${plural(files.length)} ${files.length === 1 ? "is as you left it" : "are as you left them"}`;
}

const count = (files: Report["files"], wanted: Report["files"][number]) =>
  files.filter((state) => state === wanted).length;
const plural = (number: number) => (number === 1 ? "1 file" : `${number} files`);
