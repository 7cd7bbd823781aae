import type { SubmissionResult } from "@conform-to/react";
import type { profileSchema } from "~/domain/account/profile-schema";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { newEmailHref } from "./new-email-href";
import { ZoneInput } from "./zone-input";

export type ProfileData = {
  profile: { fullName: string; email: string; phone: string; timeZone: string };
  pendingEmail: string | null;
  hasSms: boolean;
};

type Props = ProfileData & { lastResult?: SubmissionResult<string[]> | undefined };

export function ProfilePage({ profile, pendingEmail, hasSms, lastResult }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof profileSchema>({
    id: "profile",
    lastResult,
    defaultValue: profile,
    rules: () => import("~/domain/account/profile-schema").then((rules) => rules.profileRules),
  });
  return (
    <>
      <PageHead title="Profile" lede="How you sign what you send." back={{ href: "/settings", label: "Settings" }} />
      <div className="stack">
        {pendingEmail && (
          <Notice title="Your new email isn’t confirmed yet">
            <p>
              Open the link that we sent to <span dir="auto">{pendingEmail}</span>. Until then we write to the old one.
            </p>
            <ButtonLink variant="secondary" href={newEmailHref(pendingEmail)}>
              Send it again
            </ButtonLink>
          </Notice>
        )}
        <Card>
          <form method="post" {...formProps} className="stack">
            <CsrfField />
            <ErrorSummary form={form} />
            <TextField
              field={fields.fullName}
              label="Full name"
              autoComplete="name"
              maxLength={200}
              required
              hint="People you write to see this name."
            />
            <TextField
              field={fields.email}
              label="Email"
              type="email"
              autoComplete="email"
              required
              hint="For a new one, we send a link to it first."
            />
            {(hasSms || profile.phone) && (
              <TextField
                field={fields.phone}
                label="Phone (optional)"
                type="tel"
                autoComplete="tel"
                maxLength={40}
                hint={phoneHint(hasSms)}
              />
            )}
            <ZoneInput field={fields.timeZone} />
            <Button size="form">Save profile</Button>
          </form>
        </Card>
      </div>
    </>
  );
}

/** What the number is used for. */
function phoneHint(hasSms: boolean): string {
  return hasSms
    ? "Please start with the country code, such as +49. We text it only if a message to your future self can’t reach you by email."
    : "Kept with your messages to your future self. We don’t send text messages at the moment.";
}
