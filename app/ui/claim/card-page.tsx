import type { SubmissionResult } from "@conform-to/react";
import type { cardSchema } from "~/domain/claim/claim-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Checkbox, ErrorSummary } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { CardSheet, type Sheet } from "./card-sheet";

type Props = {
  id: string;
  title: string;
  /** Whether its day has come. */
  isOpen: boolean;
  day: string | null;
  /** The existing card, whose code is stored only as a hash. */
  card: { printedDay: string | null; madeOn: string } | null;
  sheet: Sheet | null;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function CardPage({ id, title, isOpen, day, card, sheet, lastResult }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof cardSchema>({
    id: "card",
    lastResult,
    defaultValue: card?.printedDay ? { showsDay: "on" } : {},
    rules: () => import("~/domain/claim/claim-rules").then((rules) => rules.cardRules),
  });
  return (
    <>
      <PageHead
        title="Claim card"
        kicker={<span dir="auto">{title}</span>}
        lede={
          isOpen
            ? "A sheet of paper that opens this memory: for someone without email, or with no address that works."
            : "A sheet of paper that opens this memory once its day has come: for a child without email, or in case no address works by then."
        }
        back={{ href: `/memories/${id}`, label: "Back" }}
      />
      {card?.printedDay && day && card.printedDay !== day && (
        <Notice kind="warning" title="The card shows another day">
          <p>
            It says {card.printedDay}, but this memory now opens on {day}. Its code still works. Please correct the day
            on the card, or make a new one.
          </p>
        </Notice>
      )}
      {sheet && (
        <>
          <CardSheet {...sheet} isOpen={isOpen} />
          <p>
            Print this page, on A4 or Letter. This browser can show the code again for an hour. After that no one can:
            we keep no copy.
          </p>
        </>
      )}
      <Card title={card ? "Make a new card" : undefined}>
        {card ? (
          <p>There is a card, made on {card.madeOn}. Lost it? Make a new one; the old one stops working.</p>
        ) : (
          <p>
            The card doesn’t show what’s in the memory. But anyone who has it can open the memory
            {!isOpen && " from its day on"}, so keep it like a key, or give it to someone who does.
          </p>
        )}
        <form method="post" {...formProps} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          {!isOpen && (
            <Checkbox
              field={fields.showsDay}
              label={day ? `Show the day on the card: ${day}` : "Show the day on the card"}
              hint="Anyone who enters the code early then learns that something is waiting, and until when."
            />
          )}
          <Button variant={card ? "secondary" : "primary"} size="form">
            {card ? "Make a new card" : "Make the card"}
          </Button>
        </form>
      </Card>
    </>
  );
}
