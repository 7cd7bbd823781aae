/** The content of `MISSING.txt` in an archive. */
export function missingNote(paths: string[]): string {
  return ["We could not read these files when this was made. Please tell us.", "", ...paths, ""].join("\n");
}
