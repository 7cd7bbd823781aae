import { type ComponentProps, type ComponentType, lazy, useEffect } from "react";
import { isNavigating } from "../base/is-navigating";
import { loadStyles } from "../base/load-styles";
import envelopeStyles from "./envelope.css?url";

type Props = ComponentProps<typeof import("./choose-type").ChooseType>;

/** The browser loads it only where a type is chosen. */
export async function loadChooseType() {
  const [{ ChooseType }] = await Promise.all([import("./choose-type"), loadStyles(envelopeStyles)]);
  return { default: ChooseType };
}

/** If it cannot be loaded, the server's page needs none of it. */
export const ChooseTypePage = import.meta.env.SSR
  ? (await import("./choose-type")).ChooseType
  : lazy<ComponentType<Props>>(() => loadChooseType().catch(() => ({ default: Reload })));

/** Rendered only where the page is still shown. */
function Reload() {
  useEffect(() => {
    if (!isNavigating()) location.reload();
  });
  return null;
}

/** Sends the form as without script, since a reload would lose what was typed. */
export function changeTypeAsPage(): Promise<never> {
  const button = document.querySelector<HTMLButtonElement>("#vault [value=change-type]");
  if (button?.form) button.form.dataset.native = "";
  button?.form?.requestSubmit(button);
  return waitForever();
}

/** The page stays until the next one is there. */
const waitForever = () => new Promise<never>(() => {});
