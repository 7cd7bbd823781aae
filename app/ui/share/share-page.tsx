import type { SubmissionResult } from "@conform-to/react";
import { zoneTime } from "~/domain/calendar/delivery-date";
import type { shareSchema } from "~/domain/share/share-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CopyButton } from "../base/copy-button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type ShareData = { id: string; url: string; madeBy: string; madeOn: string; lastDay: string | null };

export type SharePageProps = {
  title: string;
  /** URL of the vault. */
  path: string;
  zone: string;
  /** When the page was rendered: ISO instant, and day in `zone`. */
  now: string;
  today: string;
  shares: ShareData[];
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function SharePage({ title, path, zone, now, today, shares, lastResult }: SharePageProps) {
  const [form, fields, formProps] = useLiveForm<ReturnType<typeof shareSchema>>({
    id: "share",
    lastResult,
    rules: () => import("~/domain/share/share-rules").then(({ shareRules }) => shareRules(zone, new Date(now))),
  });
  return (
    <>
      <PageHead
        title="Share"
        kicker={<span dir="auto">{title}</span>}
        lede="Anyone with the link can see the letter and its files, without an account or a code. You can turn it off at any time."
        back={{ href: path, label: "Back" }}
      />
      {shares.length > 0 && (
        <Card title={shares.length === 1 ? "The link" : "The links"}>
          <ul className="stack">
            {shares.map((share) => (
              <ShareRow key={share.id} {...share} />
            ))}
          </ul>
        </Card>
      )}
      <Card title={shares.length > 0 ? "Another link" : "Make a link"}>
        <form method="post" className="stack" {...formProps}>
          <CsrfField />
          <ErrorSummary form={form} />
          <TextField
            field={fields.lastDay}
            label="Last day (optional)"
            hint={`It stops working after this day (${zoneTime(zone)}); leave it empty for no end.`}
            type="date"
            min={today}
          />
          <p className="field-hint">
            Photos, videos and recordings are shared as copies without the place where they were made.
          </p>
          <Button size="form">Make a link</Button>
        </form>
      </Card>
    </>
  );
}

function ShareRow({ id, url, madeBy, madeOn, lastDay }: ShareData) {
  const about = `made ${madeOn}`;
  return (
    <li className="field">
      <label className="field-label" htmlFor={`link-${id}`}>
        Link {about} by <bdi>{madeBy}</bdi>
      </label>
      <input className="control" id={`link-${id}`} value={url} readOnly dir="ltr" />
      <p className="field-hint">
        {lastDay ? `It works until the end of ${lastDay}.` : "It works until you turn it off."}
      </p>
      <div className="actions">
        <CopyButton text={url} />
        <form method="post">
          <CsrfField />
          <Button variant="quiet" name="revoke" value={id}>
            Turn off this link<span className="visually-hidden"> {about}</span>
          </Button>
        </form>
      </div>
    </li>
  );
}
