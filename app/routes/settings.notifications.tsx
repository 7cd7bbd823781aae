import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { failedMailInWords } from "~/domain/account/failed-mail";
import { preferencesSchema } from "~/domain/outbox/email-preferences";
import { changePreferences, readPreferences } from "~/domain/outbox/email-preferences.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { now } from "~/services/clock.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { NotificationsPage } from "~/ui/settings/notifications-page";
import { useChrome } from "~/ui/shell/chrome";

const FAILED = { title: "Save failed", form: "There was an error saving your preferences. Please try again." };

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json({
    email: user.email,
    failedMail: failedMailInWords(user.failedMail, now()),
    preferences: await readPreferences(user.id),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, preferencesSchema);
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    await changePreferences(user.id, form.value);
    return redirectWithToast("/settings/notifications", { title: "Preferences saved" });
  });
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Notifications | Amberkeep" }];

export default function NotificationsRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <NotificationsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
