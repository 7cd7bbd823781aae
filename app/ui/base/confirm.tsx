import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { classNames } from "./class-names";
import { CsrfField } from "./csrf-field";

/** A page that asks once before something that cannot be undone. The children say what will happen. */
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
  /** The stamp and postmark of the vault that it is about. */
  franking?: ReactNode;
  children: ReactNode;
  /** Where the form posts to; the page's own address when absent. */
  action?: string;
  /** The button that does it (a `Button`), with hidden inputs if it needs any. */
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
