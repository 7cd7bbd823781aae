/** What legacy contacts do, as lines of a vault's record. The line's detail is the contact's name. */
export const LEGACY_EVENTS = [
  "legacy_asked",
  "legacy_view_asked",
  "legacy_copy_announced",
  "legacy_opened",
  "legacy_copy_sent",
  "legacy_read",
  "legacy_stopped",
] as const;
export type LegacyEventKind = (typeof LEGACY_EVENTS)[number];

/** The line in plain words, for the vault's owner. */
export function describeLegacyEvent(kind: LegacyEventKind, name: string): string {
  switch (kind) {
    case "legacy_asked":
      return `We told your legacy contact ${name} that it could not be delivered.`;
    case "legacy_view_asked":
      return `Your legacy contact ${name} asked to read it. You have 30 days to stop that.`;
    case "legacy_copy_announced":
      return `Your legacy contact ${name} is to get a copy. You have 30 days to stop that.`;
    case "legacy_opened":
      return `The 30 days are over: your legacy contact ${name} may read it.`;
    case "legacy_copy_sent":
      return `The 30 days are over: your legacy contact ${name} gets a copy.`;
    case "legacy_read":
      return `Your legacy contact ${name} read it for the first time.`;
    case "legacy_stopped":
      return `You stopped it: your legacy contact ${name} does not read it.`;
  }
}
