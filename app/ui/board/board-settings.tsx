import type { SubmissionResult } from "@conform-to/react";
import type { settingsSchema } from "~/domain/board/settings-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Checkbox, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";

export type BoardSettingsProps = {
  settings: { needsApproval: boolean; isOpen: boolean; isPaused: boolean; closesOn: string | null };
  /** The day of the reveal, after which nothing can be added anyway. */
  lastDay: string;
  result: SubmissionResult<string[]> | undefined;
};

const tick = (isOn: boolean) => (isOn ? "on" : undefined);

export function BoardSettingsForm({ settings, lastDay, result }: BoardSettingsProps) {
  const [, fields, formProps] = useLiveForm<typeof settingsSchema>({
    id: "board-settings",
    lastResult: result,
    defaultValue: {
      needsApproval: tick(settings.needsApproval),
      isOpen: tick(settings.isOpen),
      isPaused: tick(settings.isPaused),
      closesOn: settings.closesOn ?? "",
    },
    rules: () => import("~/domain/board/settings-rules").then((rules) => rules.settingsRules),
  });
  return (
    <form method="post" className="stack" {...formProps}>
      <CsrfField />
      <input type="hidden" name="intent" value="settings" />
      <Checkbox
        field={fields.isOpen}
        label="Guests see each other’s pieces now"
        hint="Good for a screen in the room. If not, everything stays a surprise until the board opens."
      />
      <Checkbox
        field={fields.needsApproval}
        label="I look at each piece first"
        hint="Nothing appears on the board until you approve it."
      />
      <Checkbox field={fields.isPaused} label="Pause" hint="Nobody can join or add anything until you take this off." />
      <TextField
        field={fields.closesOn}
        label="Last day to add something (optional)"
        hint="Until the end of that day. If empty, guests can add pieces until the board opens."
        type="date"
        max={lastDay}
      />
      <Button variant="secondary">Save</Button>
    </form>
  );
}
