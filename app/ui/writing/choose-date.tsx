import { type MouseEvent, useState } from "react";
import { Button } from "../base/button";
import type { AnyField } from "../base/field-frame";

type Popover = typeof import("./date-popover").DatePopover;

/** The button that leads through year, month and day: over the form with script, on a page of its own without. */
export function ChooseDate({ date, zone, action }: { date: AnyField; zone: AnyField; action: string }) {
  const [picker, setPicker] = useState<{ Popover: Popover }>();
  const [isOpen, setOpen] = useState(false);
  const chosen = String(date.value ?? "");

  function open(event: MouseEvent<HTMLButtonElement>) {
    const { currentTarget: button } = event;
    event.preventDefault();
    import("./date-popover").then(
      ({ DatePopover }) => {
        setPicker({ Popover: DatePopover });
        setOpen(true);
      },
      () => button.form?.requestSubmit(button),
    );
  }
  return (
    <>
      <Button
        variant="quiet"
        name="intent"
        value="attach"
        formNoValidate
        formAction={`/create/date?${new URLSearchParams({ form: action })}`}
        onClick={open}
      >
        {chosen ? "Change date" : "Choose date"}
      </Button>
      {picker && isOpen && (
        <picker.Popover
          chosen={chosen}
          zone={String(zone.value ?? "")}
          onPick={(day) => fill(date.id, day)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** As if it had been typed, so that whoever listens hears of it. */
function fill(id: string, day: string): void {
  const input = document.getElementById(id) as HTMLInputElement;
  input.value = day;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
