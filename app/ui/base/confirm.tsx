import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { classNames } from "./class-names";
import { CsrfField } from "./csrf-field";

/** A confirmation page. Its children say what will happen. */
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
  /** The stamp and postmark of the vault. */
  franking?: ReactNode;
  children: ReactNode;
  /** The form's action; the current URL by default. */
  action?: string;
  /** The submit button, with hidden inputs where needed. */
  confirm: ReactNode;
  cancel: { href: string; label: string };
  headingLevel?: "h1" | "h3";
}) {
  return (
    <section className={classNames("confirm card card-sheet", franking !== undefined && "confirm-envelope")}>
      {franking}
      <Heading>{title}</Heading>
      {children}
      <form method="post" action={action} className="actions">
        <CsrfField />
        {confirm}
        <ButtonLink variant="quiet" href={cancel.href}>
          {cancel.label}
        </ButtonLink>
      </form>
    </section>
  );
}
