import type { SubmissionResult } from "@conform-to/react";
import type { DateBounds, PickedDate } from "~/domain/writing/date-picker";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Icon } from "../base/icons";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";
import type { ToastContent } from "../frame/chrome";
import { CarriedFields } from "./carried-fields";
import { DateSteps, type StepButton } from "./date-steps";
import { RefusedFiles } from "./refused-files";

export type DatePageProps = SubmissionResult<string[]> & {
  /** Path and query of the form. */
  form: string;
  bounds: DateBounds;
  picked: PickedDate;
  chosen: string;
  toast?: ToastContent;
};

const OWN_FIELDS = ["intent", "pick", "chosen", "deliveryDate"];

/** Carries the whole form as hidden fields. */
export function DatePage({ form, bounds, picked, chosen, ...answer }: DatePageProps) {
  const button = ({ to, className, label, isDisabled, isChosen, name }: StepButton) => {
    const press =
      "day" in to ? { name: "deliveryDate", value: to.day, formAction: form } : { name: "pick", value: to.step };
    return (
      <button
        type="submit"
        {...press}
        className={className}
        disabled={isDisabled}
        aria-label={name}
        aria-current={isChosen ? "date" : undefined}
      >
        {label}
      </button>
    );
  };
  return (
    <form method="post" action={`/create/date?${new URLSearchParams({ form })}`} className="stack">
      <CsrfField />
      <input type="hidden" name="intent" value="attach" />
      <input type="hidden" name="chosen" value={chosen} />
      <CarriedFields values={answer.initialValue} without={OWN_FIELDS} />
      <PageHead
        title="When should it arrive?"
        back={
          <button type="submit" name="deliveryDate" value={chosen} formAction={form} className="back-link">
            <Icon name="back" size={18} />
            Back
          </button>
        }
      />
      <RefusalNotice result={answer} />
      <RefusedFiles error={answer.error} />
      <Card>
        <DateSteps bounds={bounds} picked={picked} chosen={chosen} button={button} />
      </Card>
    </form>
  );
}
