import type { CalendarDate } from "~/domain/calendar/delivery-date";

export function calendarAnswer({ day, file }: { day: CalendarDate; file: string }): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="amberkeep-${day}.ics"`,
      "Cache-Control": "private, no-store",
    },
  });
}
