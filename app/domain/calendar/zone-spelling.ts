import { isTimeZone } from "./delivery-date";
import { COMMON_ZONES } from "./usual-zones";

/** Abbreviations in aliases, as in `US/Pacific` and `NZ-CHAT`. */
const CODES = new Set(
  "act cdt cet chat cst edt eet est gb gmt hst in lhi mdt met mst nsw nz pdt prc pst roc rok su uct us utc w wet".split(
    " ",
  ),
);

/** `Europe/Berlin` for `europe/berlin`, since browsers accept any case. Keeps aliases, and what is not a time zone. */
export function ianaSpelling(zone: string): string {
  if (!isTimeZone(zone)) return zone;
  const small = zone.toLowerCase();
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions();
  const known = [timeZone, ...COMMON_ZONES].find((name) => name.toLowerCase() === small);
  if (known) return known;
  if (zone !== small && zone !== zone.toUpperCase()) return zone;
  return small.replace(/[a-z]+/g, (word) => (CODES.has(word) ? word.toUpperCase() : capitalised(word)));
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
