import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

type Look = {
  variant?: ButtonVariant;
  /** `form`: the tall submit button. */
  size?: "form";
};

function look({ variant = "primary", size }: Look, className?: string) {
  return classNames("button", `button-${variant}`, size && `button-${size}`, className);
}

/** The space keeps words apart where there are no styles. */
export function Button({ variant, size, className, ...button }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <>
      <button {...button} className={look({ variant, size }, className)} />{" "}
    </>
  );
}

export function ButtonLink({
  variant,
  size,
  className,
  ...link
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <>
      <a {...link} className={look({ variant, size }, className)} />{" "}
    </>
  );
}
