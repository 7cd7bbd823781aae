import { useEffect, useRef } from "react";
import { type FormHold, holdForm } from "./hold-form";

type Held = {
  form: () => HTMLFormElement | null | undefined;
  mustWait: (submitter: HTMLElement | null) => boolean;
  onHeld: () => void;
  /** Whether leaving the page would lose something. */
  warnsOnLeave: () => boolean;
};

/** Holds the form back with `holdForm`, and warns before the page is left. */
export function useHeldForm(held: Held) {
  const now = useRef(held);
  now.current = held;
  const hold = useRef<FormHold>();
  useEffect(() => {
    hold.current = holdForm(
      now.current.form(),
      (submitter) => now.current.mustWait(submitter),
      () => now.current.onHeld(),
    );
    const warn = (event: Event) => now.current.warnsOnLeave() && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      hold.current?.end();
      removeEventListener("beforeunload", warn);
    };
  }, []);
  return hold;
}
