import { type MouseEvent, useState } from "react";
import { Button } from "../base/button";
import type { AnyField } from "../base/field-frame";

type Popover = typeof import("./date-popover").DatePopover;

/** The date picker: a popover with JavaScript, a page without. */
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
        value="choose-date"
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

/** Fires `input` as if the day had been typed. */
function fill(id: string, day: string): void {
  const input = document.getElementById(id) as HTMLInputElement;
  input.value = day;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
