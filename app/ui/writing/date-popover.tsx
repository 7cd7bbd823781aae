import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { dateIn, horizonDate, knownZone } from "~/domain/calendar/delivery-date";
import { type PickedDate, parsePickedDate } from "~/domain/writing/date-picker";
import { Icon } from "../base/icons";
import { DateSteps, type StepButton } from "./date-steps";
import datePickerStyles from "./picker.css?url";

type DatePopoverProps = {
  /** Day and time zone in the form. */
  chosen: string;
  zone: string;
  now: Date;
  onPick: (day: string) => void;
  onClose: () => void;
};

/** Closes when a day is chosen, on Escape, by its button, on a click outside and when the focus leaves it. */
export function DatePopover({ chosen, zone, now, onPick, onClose }: DatePopoverProps) {
  const inZone = knownZone(zone);
  const bounds = { first: dateIn(inZone, now), last: horizonDate(inZone, now) };
  const [picked, setPicked] = useState<PickedDate>({});
  const popover = useRef<HTMLElement | null>(null);
  const closed = useRef(onClose);
  closed.current = onClose;

  const open = useCallback((element: HTMLElement | null) => {
    popover.current = element;
    element?.addEventListener("toggle", (event) => event.newState === "closed" && closed.current());
    element?.showPopover();
    startStep(element);
  }, []);

  function press({ to }: StepButton) {
    if ("step" in to) {
      flushSync(() => setPicked(parsePickedDate(to.step, bounds)));
      return startStep(popover.current);
    }
    onPick(to.day);
    popover.current?.hidePopover();
  }
  const button = (props: StepButton) => (
    <button
      type="button"
      className={props.className}
      disabled={props.isDisabled}
      aria-label={props.name}
      aria-current={props.isChosen ? "date" : undefined}
      onClick={() => press(props)}
    >
      {props.label}
    </button>
  );
  return (
    <div
      ref={open}
      {...{ popover: "auto" }}
      role="dialog"
      aria-label="Choose a date"
      className="date-popover"
      onKeyDown={moveFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
      }}
    >
      <link rel="stylesheet" href={datePickerStyles} />
      <button type="button" className="date-close" onClick={() => popover.current?.hidePopover()}>
        <Icon name="close" size={20} />
        <span className="visually-hidden">Close</span>
      </button>
      <DateSteps bounds={bounds} picked={picked} chosen={chosen} button={button} />
    </div>
  );
}

/** Each step starts at its heading; its grid is one tab stop. */
function startStep(popover: HTMLElement | null): void {
  const choices = [...(popover?.querySelectorAll<HTMLElement>(".date-choice:enabled") ?? [])];
  const first = choices.find((choice) => choice.ariaCurrent) ?? choices[0];
  for (const choice of choices) choice.tabIndex = choice === first ? 0 : -1;
  popover?.querySelector("h2")?.focus();
}

/** Arrow keys, Home and End move within the grid, past what can't be chosen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest("li");
  if (!cell?.parentElement) return;
  const choices = [...cell.parentElement.children].map((li) => li.querySelector<HTMLElement>(".date-choice:enabled"));
  const columns = getComputedStyle(cell.parentElement).gridTemplateColumns.split(" ").length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const step = steps[event.key];
  let next: HTMLElement | null | undefined;
  if (event.key === "Home") next = choices.find(Boolean);
  else if (event.key === "End") next = choices.findLast(Boolean);
  else if (step) {
    for (let at = [...cell.parentElement.children].indexOf(cell) + step; at in choices && !next; at += step) {
      next = choices[at];
    }
  } else return;
  event.preventDefault();
  if (!next) return;
  for (const choice of choices) if (choice) choice.tabIndex = choice === next ? 0 : -1;
  next.focus();
}
