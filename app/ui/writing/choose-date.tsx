import { type MouseEvent, useState } from "react";
import { Button } from "../base/button";
import type { AnyField } from "../base/field-frame";
import { Icon } from "../base/icons";
import { inTime } from "../base/in-time";

type Popover = typeof import("./date-popover").DatePopover;

type Props = {
  date: AnyField;
  zone: AnyField;
  /** When the page was rendered, as an ISO instant. */
  now: string;
  action: string;
  /** The chosen day in words. */
  day: string | undefined;
};

/** The date picker: a popover with JavaScript, a page without. */
export function ChooseDate({ date, zone, now, action, day }: Props) {
  const [picker, setPicker] = useState<{ Popover: Popover }>();
  const [isOpen, setOpen] = useState(false);

  function open(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    // Safari 16, and if the popover cannot be loaded.
    const openBrowsersOwn = () => document.getElementById(date.id)?.focus();
    if (!("showPopover" in HTMLElement.prototype)) return openBrowsersOwn();
    inTime(import("./date-popover")).then(({ DatePopover }) => {
      setPicker({ Popover: DatePopover });
      setOpen(true);
    }, openBrowsersOwn);
  }
  return (
    <>
      <Button
        variant="quiet"
        className="day-button"
        name="intent"
        value="choose-date"
        formNoValidate
        formAction={`/create/date?${new URLSearchParams({ form: action })}`}
        onClick={open}
      >
        <span className="day-words">{`${day ?? "Choose a day"} `}</span>
        <span className="day-action">{day ? "Change date" : "Choose date"}</span>
        <Icon name="calendar" size={20} />
      </Button>
      {picker && isOpen && (
        <picker.Popover
          chosen={String(date.value ?? "")}
          zone={String(zone.value ?? "")}
          now={new Date(now)}
          onPick={(picked) => fillIn(date.id, () => picked)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Fires `input` as if the day had been typed. */
export function fillIn(id: string, dayFor: (input: HTMLInputElement) => string): void {
  const input = document.getElementById(id) as HTMLInputElement;
  input.value = dayFor(input);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
