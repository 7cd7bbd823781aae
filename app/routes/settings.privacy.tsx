import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { privacySchema } from "~/domain/account/privacy";
import { changePrivacy } from "~/domain/account/profile.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { settingsStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { PrivacySettingsPage } from "~/ui/settings/privacy-page";
import { useChrome } from "~/ui/shell/chrome";

const FAILED = { title: "Save failed", form: "There was an error saving your settings. Please try again." };

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json({ privacy: user.privacy, profileHref: `/people/${user.id}`, isVerified: user.isEmailVerified });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, privacySchema);
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    await changePrivacy(user, form.value);
    return redirectWithToast("/settings/privacy", { title: "Privacy settings saved" });
  });
}

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Privacy | Amberkeep" }];

export default function PrivacyRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <PrivacySettingsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
