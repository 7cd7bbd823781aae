import { addDays, formatISO } from "date-fns";
import type { CalendarDate } from "./delivery-date";

/** A day as a calendar keeps it. Files with the same `uid` are the same event: the later `stamp` holds. */
export type CalendarDay = {
  uid: string;
  day: CalendarDate;
  summary: string;
  description: string;
  url: string;
  stamp: Date;
};

/** How many octets a line may have, without its end (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** A whole day, which is the same in every zone and blocks nobody's time, as a calendar file (RFC 5545). */
export function calendarFile({ uid, day, summary, description, url, stamp }: CalendarDay): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Amberkeep//Amberkeep//EN",
    "CALSCALE:GREGORIAN",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(formatISO(addDays(day, 1), { representation: "date" }))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

const basic = (day: CalendarDate) => day.replaceAll("-", "");

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** Long lines go on behind a space, and no character is cut in two. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
