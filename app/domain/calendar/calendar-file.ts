import { type CalendarDate, dayAfter } from "./delivery-date";

/** Files with the same `uid` are one event; the later `stamp` wins. */
export type CalendarDay = {
  uid: string;
  day: CalendarDate;
  summary: string;
  description: string;
  url: string;
  stamp: Date;
};

/** Without the line end (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** An RFC 5545 file with one all-day event, the same day in every zone, not shown as busy. */
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
    `DTEND;VALUE=DATE:${basic(dayAfter(day))}`,
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

/** Folds by octets without splitting a character; the `ics` package folds by characters. */
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
