import { useEffect, useRef, useState } from "react";
import { dateIn, horizonDate, isTimeZone } from "~/domain/calendar/delivery-date";
import { type PickedSoFar, pickedSoFar } from "~/domain/writing/date-picker";
import { DateSteps, type StepButton } from "./date-steps";

type DatePopoverProps = {
  /** The day that stands in the form, and the zone in which it is meant. */
  chosen: string;
  zone: string;
  onPick: (day: string) => void;
  onClose: () => void;
};

/** The steps of the date picker over the form. Picking a day closes it, and so do Escape and a click elsewhere. */
export function DatePopover({ chosen, zone, onPick, onClose }: DatePopoverProps) {
  const now = new Date();
  const inZone = isTimeZone(zone) ? zone : "UTC";
  const bounds = { first: dateIn(inZone, now), last: horizonDate(inZone, now) };
  const [picked, setPicked] = useState<PickedSoFar>({});
  const popover = useRef<HTMLDivElement>(null);
  const closed = useRef(onClose);
  closed.current = onClose;

  useEffect(() => {
    const { current } = popover;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === "closed" && closed.current();
    current?.addEventListener("toggle", onToggle);
    current?.showPopover();
    return () => current?.removeEventListener("toggle", onToggle);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => popover.current?.querySelector("h2")?.focus(), [picked]);

  function press({ to }: StepButton) {
    if ("step" in to) return setPicked(pickedSoFar(to.step, bounds));
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
    <div ref={popover} {...{ popover: "auto" }} role="dialog" aria-label="Choose a date" className="date-popover">
      <DateSteps bounds={bounds} picked={picked} chosen={chosen} button={button} />
    </div>
  );
}
