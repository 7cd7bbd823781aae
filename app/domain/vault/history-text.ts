import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { knownZone } from "~/domain/calendar/delivery-date";
import { type DeliveryEvent, describeEvent } from "./events";

/** A line per event, oldest first, with its time and offset in `zone`. */
export function historyText(
  { title, recipient }: { title: string; recipient: string },
  events: DeliveryEvent[],
  zone: string,
  madeAt: Date,
): string {
  const inZone = knownZone(zone);
  const at = (instant: Date) => format(new TZDate(instant, inZone), "yyyy-MM-dd HH:mm:ss xxx");
  return [
    `Delivery record: ${singleLine(title)}`,
    `For: ${singleLine(recipient)}`,
    `Times: ${inZone}. Exported from Amberkeep on ${at(madeAt)}.`,
    "",
    ...events.map((event) => `${at(event.at)}  ${singleLine(describeEvent(event))}`),
    "",
  ].join("\n");
}

function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
