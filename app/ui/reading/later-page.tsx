import type { SubmissionResult } from "@conform-to/react";
import type { putOffSchema } from "~/domain/delivery/put-off-schema";
import type { ShownContact } from "~/domain/recipients/shown-contact";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type Later = {
  link: string;
  sentTo: ShownContact;
  /** Nothing is sent while the sender is blocked. */
  isBlocked: boolean;
  senderName: string;
  isToSender: boolean;
  /** The day chosen earlier, `YYYY-MM-DD` and in words. */
  chosen: string | null;
  remindOn: string | null;
  /** Null when it will be deleted too soon. */
  days: { first: string; last: string } | null;
  /** For example "09:00 in Berlin". */
  time: string;
  /** In words; null while that is open. */
  keptUntil: string | null;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function LaterPage({ days, time, keptUntil, ...later }: Later) {
  const { link, sentTo, senderName, isToSender } = later;
  const back = { href: `/open/${link}`, label: "Back" };
  if (later.isBlocked) return <BlockedPage {...later} back={back} />;
  const one = sentTo.kind === "number" ? "one text message" : "one email";
  const kept = isToSender ? "you kept" : `${senderName} kept for you`;
  const lede = days
    ? `What ${kept} stays here as it is. We’ll send ${one} to ${sentTo.shown} at ${time} on that day, and none before.`
    : `There’s no day left for a reminder. Please open what ${kept} before then, and download a copy to keep.`;
  return (
    <>
      <PageHead title={days ? "When should we remind you?" : `It’s kept until ${keptUntil}`} lede={lede} back={back} />
      {days && <LaterForm {...later} {...days} hint={keptUntil ? `It’s kept until ${keptUntil}.` : undefined} />}
    </>
  );
}

function BlockedPage({
  link,
  sentTo,
  senderName,
  back,
}: Pick<Later, "link" | "sentTo" | "senderName"> & { back: { href: string; label: string } }) {
  return (
    <>
      <PageHead
        title={`You blocked ${senderName}`}
        lede={`So we send nothing to ${sentTo.shown} about what they kept for you, not even a reminder.`}
        back={back}
      />
      <p>
        <ButtonLink variant="secondary" href={`/open/${link}/block`}>
          Unblock {senderName}
        </ButtonLink>
      </p>
    </>
  );
}

type LaterForm = Omit<Later, "days" | "time" | "keptUntil"> & { first: string; last: string; hint: string | undefined };

function LaterForm({ chosen, remindOn, first, last, hint, lastResult }: LaterForm) {
  const [form, fields, formProps] = useLiveForm<typeof putOffSchema>({
    id: "later",
    lastResult,
    defaultValue: { date: chosen ?? "" },
    rules: () => import("~/domain/delivery/put-off-rules").then((rules) => rules.putOffRules),
  });
  return (
    <Card>
      <form method="post" {...formProps} className="stack">
        <CsrfField />
        {remindOn && <p>We’ll remind you on {remindOn}, unless you choose another day.</p>}
        <ErrorSummary form={form} />
        <TextField field={fields.date} label="Day" type="date" min={first} max={last} hint={hint} required />
        <Button size="form">Remind me then</Button>
      </form>
    </Card>
  );
}
