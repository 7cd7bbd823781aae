import { DEFAULT_DELIVERY_HOUR, distanceInWords, isCalendarDate, isTimeZone } from "~/domain/calendar/delivery-date";
import { Card } from "../base/card";
import { dayInFull } from "../base/day";
import { FieldRow, SelectField, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";
import { ChooseDate } from "./choose-date";
import { ZoneField } from "./zone-field";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Browsers without a date field show how to type one. */
const DATE_LABEL = (
  <>
    Delivery date
    <span className="visually-hidden" aria-hidden="true">
      {" "}
      (year-month-day, like 2044-06-14)
    </span>
  </>
);

type WhenCardProps = {
  date: AnyField;
  hour: AnyField;
  zone: AnyField;
  dates: { first: string; last: string };
  now: string;
  action: string;
  /** Whether the browser's time zone is filled in. */
  isUnsaid: boolean;
};

export function WhenCard({ date, hour, zone, dates, now, action, isUnsaid }: WhenCardProps) {
  const words = whenInWords(date.value as string, hour.value as string, zone.value as string, new Date(now));
  const isUnusual = Boolean(hour.errors || zone.errors);
  return (
    <Card title="When">
      <p className="when-words" aria-live="polite">
        {words && (
          <>
            <span className="when">{words.day}</span> <span className="small">{words.distance}</span>
          </>
        )}
      </p>
      <TextField field={date} label={DATE_LABEL} type="date" min={dates.first} max={dates.last} required />
      <ChooseDate date={date} zone={zone} action={action} />{" "}
      <details className="when-more" open={isUnusual}>
        <summary>Hour and time zone</summary>{" "}
        <FieldRow>
          <SelectField field={hour} label="Hour">
            {HOURS.map((value) => (
              <option key={value} value={value}>
                {clock(value)}
              </option>
            ))}
          </SelectField>
          <ZoneField zone={zone} date={date} isUnsaid={isUnsaid} />
        </FieldRow>
      </details>
    </Card>
  );
}

/** For example `June 14, 2044` and `09:00 in Europe/Berlin, in 17 years and 7 months`. */
export function whenInWords(date = "", hour: string | undefined, zone = "", now: Date) {
  if (!isCalendarDate(date) || !isTimeZone(zone)) return undefined;
  const place = zone === "UTC" ? "UTC" : `in ${zone.replaceAll("_", " ")}`;
  const at = clock(Number(hour ?? DEFAULT_DELIVERY_HOUR));
  return { day: dayInFull(date), distance: `${at} ${place}, ${distanceInWords(date, zone, now)}` };
}
