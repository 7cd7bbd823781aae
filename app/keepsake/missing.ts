/** The content of `MISSING.txt` in an archive. Of `broken` files it has the beginning. */
export function missingNote(missing: string[], broken: string[] = []): string {
  const parts = [
    { says: "We could not read these files when this was made. Please tell us.", paths: missing },
    { says: "We could only read the beginning of these files. The rest is missing. Please tell us.", paths: broken },
  ];
  const lines = parts.flatMap(({ says, paths }) => (paths.length > 0 ? [says, "", ...paths, ""] : []));
  return lines.join("\n");
}
