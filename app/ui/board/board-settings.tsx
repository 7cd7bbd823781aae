import type { SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import { WELCOME_MAX_LENGTH } from "~/domain/board/board";
import type { settingsSchema } from "~/domain/board/settings-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Checkbox, TextArea } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { BoardChoices } from "./board-choices";

export type BoardSettingsProps = {
  settings: {
    welcome: string;
    needsApproval: boolean;
    isOpen: boolean;
    isPaused: boolean;
    closesOn: string | null;
    openedWith: string;
  };
  /** The day of the reveal, which ends all adding. */
  lastDay: string;
  /** The board’s, such as "Berlin time"; null for a host with the same. */
  zone: string | null;
  result: (SubmissionResult<string[]> & { openedWith?: string; openedWelcome?: string }) | undefined;
};

const tick = (isOn: boolean) => (isOn ? "on" : undefined);

/** Starts over when other settings are stored, but not while it shows a refusal. */
export function BoardSettingsForm(props: BoardSettingsProps) {
  const key = useRef<string>();
  if (!props.result) key.current = JSON.stringify(props.settings);
  return <Settings key={key.current} {...props} />;
}

function Settings({ settings, lastDay, zone, result }: BoardSettingsProps) {
  const [, fields, formProps] = useLiveForm<typeof settingsSchema>({
    id: "board-settings",
    lastResult: result,
    defaultValue: {
      welcome: settings.welcome,
      needsApproval: tick(settings.needsApproval),
      isOpen: tick(settings.isOpen),
      isPaused: tick(settings.isPaused),
      closesOn: settings.closesOn ?? "",
    },
    rules: () => import("~/domain/board/settings-rules").then((rules) => rules.settingsRules),
  });
  const opened = result
    ? { ...result.initialValue, ...result }
    : { openedWith: settings.openedWith, openedWelcome: settings.welcome };
  return (
    <form method="post" className="stack" {...formProps}>
      <CsrfField />
      <input type="hidden" name="intent" value="settings" />
      <input type="hidden" name="openedWith" value={String(opened.openedWith ?? "")} />
      <input type="hidden" name="openedWelcome" value={String(opened.openedWelcome ?? "")} />
      <TextArea
        field={fields.welcome}
        label="A word to your guests (optional)"
        hint="They read it when they scan the code. Your message on the board itself stays for the day."
        maxLength={WELCOME_MAX_LENGTH}
      />
      <BoardChoices fields={fields} lastDay={lastDay} zone={zone} />
      <Checkbox field={fields.isPaused} label="Pause" hint="No one can join or add anything until you turn this off." />
      <Button variant="secondary">Save</Button>
    </form>
  );
}
