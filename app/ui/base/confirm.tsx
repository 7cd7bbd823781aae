import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { classNames } from "./class-names";
import { CsrfField } from "./csrf-field";

/** A confirmation page; its children explain what will happen. */
export function Confirm({
  title,
  franking,
  children,
  action,
  confirm,
  cancel,
  headingLevel: Heading = "h1",
}: {
  title: string;
  /** Stamp and postmark of the vault. */
  franking?: ReactNode;
  children: ReactNode;
  /** Defaults to the current URL. */
  action?: string;
  /** Submit button and hidden inputs. */
  confirm: ReactNode;
  cancel: { href: string; label: string };
  headingLevel?: "h1" | "h3";
}) {
  return (
    <section className={classNames("confirm card", franking !== undefined && "confirm-envelope")}>
      {franking}
      <Heading>{title}</Heading>
      {children}
      <form method="post" action={action} className="actions">
        <CsrfField />
        {confirm}{" "}
        <ButtonLink variant="quiet" href={cancel.href}>
          {cancel.label}
        </ButtonLink>
      </form>
    </section>
  );
}
