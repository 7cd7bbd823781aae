import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPendingEmail } from "~/domain/account/profile.server";
import { requireUser } from "~/http/session.server";
import { saveProfile } from "~/http/settings/profile.server";
import { isSmsConfigured } from "~/services/sms.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { ProfilePage } from "~/ui/settings/profile-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const { name, email, phone, timeZone } = user;
  return json({
    profile: { fullName: name, email, phone: phone ?? "", timeZone },
    pendingEmail: (await findPendingEmail(user)) ?? null,
    hasSms: isSmsConfigured(),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return saveProfile(user, request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const links = settingsStyles;

export const meta: MetaFunction = () => [{ title: "Profile | Amberkeep" }];

export default function ProfileRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <ProfilePage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
