import {
  DEFAULT_DELIVERY_HOUR,
  distanceInWords,
  isCalendarDate,
  isTimeZone,
  plusYears,
  zoneInWords,
} from "~/domain/calendar/delivery-date";
import { Card } from "../base/card";
import { dayInFull } from "../base/day";
import { FieldRow, FoldedFields, SelectField, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";
import { ChooseDate, fillIn } from "./choose-date";
import { ZoneField } from "./zone-field";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Browsers without a date field show how to type one. */
const DATE_LABEL = (
  <>
    Delivery date
    <span className="visually-hidden" aria-hidden="true">
      {" (year-month-day, like 2044-06-14)"}
    </span>
  </>
);

type WhenCardProps = {
  date: AnyField;
  hour: AnyField;
  zone: AnyField;
  dates: { first: string; last: string };
  /** When the page was rendered, as an ISO instant. */
  now: string;
  words: ReturnType<typeof whenInWords>;
  action: string;
  /** Whether the browser's time zone is filled in. */
  fillsInZone: boolean;
};

export function WhenCard({ date, hour, zone, dates, now, words, action, fillsInZone }: WhenCardProps) {
  return (
    <Card title="When should it arrive?">
      <Years dateId={date.id} first={dates.first} action={action} />
      <div className="day-control">
        <TextField field={date} label={DATE_LABEL} type="date" min={dates.first} max={dates.last} required />
        <ChooseDate date={date} zone={zone} now={now} action={action} day={words?.day} />{" "}
      </div>
      <p className="when-words" aria-live="polite">
        {words && `${words.weekday}, ${words.hour}, ${words.distance}.`}
      </p>
      <FoldedFields label="Change the hour" isOpen={Boolean(hour.errors || zone.errors)}>
        <FieldRow>
          <SelectField field={hour} label="Hour">
            {HOURS.map((value) => (
              <option key={value} value={value}>
                {clock(value)}
              </option>
            ))}
          </SelectField>
          <ZoneField zone={zone} date={date} now={now} fillsInZone={fillsInZone} />
        </FieldRow>
      </FoldedFields>
    </Card>
  );
}

/** Without JavaScript, the server fills in the day. */
function Years({ dateId, first, action }: { dateId: string; first: string; action: string }) {
  return (
    <div className="years-ahead" id="when">
      {[1, 5, 10, 18].map((years) => (
        <button
          key={years}
          type="submit"
          name="intent"
          value={`in-${years}`}
          formNoValidate
          formAction={`${action}#when`}
          className="chip"
          onClick={(event) => {
            event.preventDefault();
            fillIn(dateId, (input) => plusYears(input.min || first, years));
          }}
        >
          <span className={years === 1 ? undefined : "visually-hidden"}>In </span>
          {years}
          <span className={years === 1 ? undefined : "visually-hidden"}>{years === 1 ? " year " : " years "}</span>
        </button>
      ))}
    </div>
  );
}

const weekdays = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

const hourIn = (timeZone: string, now: Date) =>
  Number(new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(now));

/** Such as `June 14, 2044`, `A Tuesday`, `at 09:00 in Berlin` and `in 17 years and 7 months`. */
export function whenInWords(date = "", hour = String(DEFAULT_DELIVERY_HOUR), zone = "", now: Date) {
  if (!isCalendarDate(date) || !isTimeZone(zone)) return undefined;
  const distance = distanceInWords(date, zone, now);
  const isOver = distance === "today" && hourIn(zone, now) >= Number(hour);
  // Nothing is late that was never scheduled.
  const ahead = distance === "overdue" ? "which has passed" : distance;
  return {
    day: dayInFull(date),
    weekday: `A ${weekdays.format(new Date(date))}`,
    hour: `at ${clock(Number(hour))} ${zoneInWords(zone)}`,
    distance: isOver ? "so it goes out at once" : ahead,
  };
}
