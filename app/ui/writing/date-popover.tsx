import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { dateIn, horizonDate, isTimeZone } from "~/domain/calendar/delivery-date";
import { type PickedSoFar, pickedSoFar } from "~/domain/writing/date-picker";
import { DateSteps, type StepButton } from "./date-steps";

type DatePopoverProps = {
  /** Day and time zone in the form. */
  chosen: string;
  zone: string;
  onPick: (day: string) => void;
  onClose: () => void;
};

/** Closes when a day is chosen, on Escape and on a click outside. */
export function DatePopover({ chosen, zone, onPick, onClose }: DatePopoverProps) {
  const now = new Date();
  const inZone = isTimeZone(zone) ? zone : "UTC";
  const bounds = { first: dateIn(inZone, now), last: horizonDate(inZone, now) };
  const [picked, setPicked] = useState<PickedSoFar>({});
  const popover = useRef<HTMLElement | null>(null);
  const closed = useRef(onClose);
  closed.current = onClose;

  const open = useCallback((element: HTMLElement | null) => {
    popover.current = element;
    element?.addEventListener("toggle", (event) => (event as ToggleEvent).newState === "closed" && closed.current());
    element?.showPopover();
    focusHeading(element);
  }, []);

  function press({ to }: StepButton) {
    if ("step" in to) {
      flushSync(() => setPicked(pickedSoFar(to.step, bounds)));
      return focusHeading(popover.current);
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
    <div ref={open} {...{ popover: "auto" }} role="dialog" aria-label="Choose a date" className="date-popover">
      <DateSteps bounds={bounds} picked={picked} chosen={chosen} button={button} />
    </div>
  );
}

/** Each step starts at its heading. */
function focusHeading(popover: HTMLElement | null): void {
  popover?.querySelector("h2")?.focus();
}
