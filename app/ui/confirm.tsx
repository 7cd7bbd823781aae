import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { CsrfField } from "./csrf-field";

/** A page that asks once before something that cannot be undone. The children say what will happen. */
export function Confirm({
  title,
  children,
  action,
  confirm,
  cancel,
  headingLevel: Heading = "h1",
}: {
  title: string;
  children: ReactNode;
  /** Where the form posts to; the page's own address when absent. */
  action?: string;
  /** The button that does it (a `Button`), with hidden inputs if it needs any. */
  confirm: ReactNode;
  cancel: { href: string; label: string };
  headingLevel?: "h1" | "h3";
}) {
  return (
    <section className="confirm card card-sheet">
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
