import type { ReactNode } from "react";
import {
  type DateBounds,
  daysOf,
  leadingBlanks,
  monthsOf,
  type PickedDate,
  yearsWithin,
} from "~/domain/writing/date-picker";
import { dayInFull, monthName } from "../base/day";
import { Icon } from "../base/icons";

type DateStepsProps = {
  bounds: DateBounds;
  picked: PickedDate;
  chosen?: string | undefined;
  /** Opens a step (``, `2044`, `2044-06`) or chooses a day. */
  button: (props: StepButton) => ReactNode;
};

export type StepButton = {
  to: { step: string } | { day: string };
  className: string;
  label: ReactNode;
  isDisabled: boolean;
  isChosen: boolean;
  /** Accessible name, if not the label. */
  name?: string;
};

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Year, month, day; days out of bounds are disabled. */
export function DateSteps({ bounds, picked, chosen = "", button }: DateStepsProps) {
  const { year, month } = picked;
  const step = (value: string, label: string, isDisabled = false) =>
    button({
      to: { step: value },
      className: "date-choice",
      label,
      isDisabled,
      isChosen: value !== "" && chosen.startsWith(value),
    });
  const back = (value: string, label: string) =>
    button({
      to: { step: value },
      className: "back-link",
      label: (
        <>
          <Icon name="back" size={18} />
          <span>{label}</span>
        </>
      ),
      isDisabled: false,
      isChosen: false,
    });
  if (!year) {
    return (
      <Step title="Choose a year">
        <ul className="date-grid">
          {yearsWithin(bounds).map((one) => (
            <li key={one}>{step(one, one)}</li>
          ))}
        </ul>
      </Step>
    );
  }
  if (!month) {
    return (
      <Step title={`Choose a month in ${year}`} back={back("", "Back to Year")}>
        <ul className="date-grid date-grid-wide">
          {monthsOf(year, bounds).map(({ month: one, isOpen }) => (
            <li key={one}>{step(one, monthName(one), !isOpen)}</li>
          ))}
        </ul>
      </Step>
    );
  }
  return (
    <Step title={`Choose a day in ${monthName(month)} ${year}`} back={back(year, "Back to Month")}>
      <ul className="date-grid date-grid-days">
        {WEEKDAYS.map((day) => (
          <li key={day} className="date-weekday" aria-hidden="true">
            {day}
          </li>
        ))}
        {Array.from({ length: leadingBlanks(month) }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank cells have no other key
          <li key={place} aria-hidden="true" />
        ))}
        {daysOf(month, bounds).map(({ date, isOpen }) => (
          <li key={date}>
            {button({
              to: { day: date },
              className: "date-choice",
              label: String(Number(date.slice(8))),
              name: dayInFull(date),
              isDisabled: !isOpen,
              isChosen: date === chosen,
            })}
          </li>
        ))}
      </ul>
    </Step>
  );
}

function Step({ title, back, children }: { title: string; back?: ReactNode; children: ReactNode }) {
  return (
    <section className="date-step" aria-labelledby="date-step-title">
      {back}
      <h2 id="date-step-title" tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
