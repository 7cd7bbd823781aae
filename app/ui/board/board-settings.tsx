import type { SubmissionResult } from "@conform-to/react";
import type { settingsSchema } from "~/domain/board/settings-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Checkbox } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { BoardChoices } from "./board-choices";

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
      <BoardChoices fields={fields} lastDay={lastDay} />
      <Checkbox field={fields.isPaused} label="Pause" hint="Nobody can join or add anything until you take this off." />
      <Button variant="secondary">Save</Button>
    </form>
  );
}
