import { Button } from "../base/button";
import type { Kept } from "./autosave";
import type { VaultFormProps } from "./vault-form-props";
import type { whenInWords } from "./when-card";

const KEPT = {
  kept: "Saved as a draft a moment ago.",
  "not kept": "The draft couldn’t be saved right now. What you wrote is still here.",
  "changed elsewhere": "This draft was changed elsewhere, so autosave has stopped. What you wrote is still here.",
};

type Props = Pick<VaultFormProps, "mode" | "id" | "changes"> & {
  words: ReturnType<typeof whenInWords>;
  kept: Kept | undefined;
  submitLabel: string;
};

export function VaultActions({ mode, id, changes, words, kept, submitLabel }: Props) {
  return (
    <>
      <div className="schedule-bar">
        <p aria-hidden="true">
          <span className="when">{words?.day ?? "Choose a day"}</span> <span className="small">{words?.distance}</span>
        </p>
        <Button size="form" name="intent" value="schedule">
          {submitLabel}
        </Button>
      </div>
      <div className="draft-actions">
        <Button variant="quiet" name="intent" value="draft" formNoValidate>
          Save draft
        </Button>
        <p className="small" role="status">
          {kept && KEPT[kept]}
        </p>
        {mode !== "edit" && (
          <Button variant="secondary" name="intent" value="rehearse" formNoValidate>
            Show me exactly what they will get
          </Button>
        )}
        {(mode === "draft" || changes) && (
          <a className="row-link" href={`/memories/${id}/discard`}>
            Discard this draft
          </a>
        )}
      </div>
    </>
  );
}
