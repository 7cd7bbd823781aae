const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function parts(day: string) {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  return { year, month: months[Number(month) - 1] ?? month, dayOfMonth };
}

/** Formats `2044-06-14` as `June 14, 2044`. */
export function dayInFull(day: string): string {
  const { year, month, dayOfMonth } = parts(day);
  return `${month} ${Number(dayOfMonth)}, ${year}`;
}

/** Accepts a day or a month (`2044-06`). */
export function monthName(day: string): string {
  return parts(day).month;
}

/** Formats a day for a postmark: `14 JUN` above `2044`. */
export function dayOnPostmark(day: string): { day: string; year: string } {
  const { year, month, dayOfMonth } = parts(day);
  return { day: `${dayOfMonth} ${month.slice(0, 3).toUpperCase()}`, year };
}
