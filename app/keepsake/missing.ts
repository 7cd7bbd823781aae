type MissingParts = {
  missing: string[];
  /** Files of which the archive has only the beginning. */
  broken?: string[];
  /** Files whose content is not what was uploaded. */
  changed?: string[];
  /** Texts that could not be decrypted, each with its folder. */
  texts?: string[];
};

/** The content of `MISSING.txt` in an archive. */
export function missingNote({ missing, broken = [], changed = [], texts = [] }: MissingParts): string {
  const parts = [
    { says: "We could not read these files when this was made. Please tell us.", paths: missing },
    { says: "We could only read the beginning of these files. The rest is missing. Please tell us.", paths: broken },
    { says: "These files are no longer what was uploaded. Please tell us.", paths: changed },
    { says: "We could not read these texts when this was made. Please tell us.", paths: texts },
  ];
  const lines = parts.flatMap(({ says, paths }) => (paths.length > 0 ? [says, "", ...paths, ""] : []));
  return lines.join("\n");
}
