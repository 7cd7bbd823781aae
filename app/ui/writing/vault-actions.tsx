import { Button } from "../base/button";
import { Card } from "../base/card";
import { Checkbox } from "../base/field";
import type { Kept } from "./autosave";
import type { VaultFields as Fields, VaultFormProps } from "./vault-form-props";
import { WhenCard } from "./when-card";

const KEPT = {
  kept: "Saved as a draft a moment ago.",
  "not kept": "The draft could not be saved just now. What you wrote is still here.",
};

type Props = Pick<VaultFormProps, "mode" | "kind" | "id" | "dates" | "now" | "visitor" | "action"> & {
  fields: Fields;
  /** Whether the browser's time zone is filled in. */
  isUnsaid: boolean;
  kept: Kept | undefined;
  submitLabel: string;
};

export function VaultActions(props: Props) {
  const { mode, kind, id, dates, now, visitor, action, fields, isUnsaid, kept, submitLabel } = props;
  const isEdit = mode === "edit";
  const isBoard = kind === "memory-board";
  return (
    <>
      <WhenCard
        date={fields.deliveryDate}
        hour={fields.deliveryHour}
        zone={fields.deliveryZone}
        dates={dates}
        now={now}
        action={action}
        isUnsaid={isUnsaid}
      />
      {!isEdit && !isBoard && (
        <Card title="Seal it?" tone="glow">
          <Checkbox
            field={fields.isToBeSealed}
            label="Nobody can open or change it until then, not even me."
            hint="You can still correct the address, or cancel. We ask once more before it is closed."
          />
        </Card>
      )}
      <Button size="form" name="intent" value="schedule">
        {submitLabel}
      </Button>
      {!isEdit && (
        <>
          {" "}
          <Button variant="quiet" name="intent" value="draft" formNoValidate>
            Save draft
          </Button>
          <p className="small" role="status">
            {kept && KEPT[kept]}
          </p>
          {!visitor && (
            <Button variant="secondary" name="intent" value="rehearse" formNoValidate>
              Show me exactly what they will get
            </Button>
          )}
        </>
      )}
      {mode === "draft" && (
        <a className="row-link" href={`/memories/${id}/discard`}>
          Discard this draft
        </a>
      )}
    </>
  );
}
