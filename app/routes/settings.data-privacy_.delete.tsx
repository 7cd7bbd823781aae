import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addDays } from "date-fns";
import { countVaults } from "~/domain/account/count-vaults.server";
import { GRACE_DAYS } from "~/domain/account/erasure";
import { requestErasure } from "~/domain/account/erasure-request.server";
import { erasureSchema } from "~/domain/account/erasure-schema";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { readForm } from "~/http/form.server";
import { deviceOfRequest, requireRecentSignIn, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { handOverAndSignOut } from "~/http/visitor-draft/hand-over.server";
import { now } from "~/services/clock.server";
import { Page } from "~/ui/frame/page";
import { DeleteAccountPage } from "~/ui/settings/delete-account-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const INITIATED = {
  title: "Account deletion initiated",
  description:
    "Your account will be permanently deleted within 30 days. You can cancel this by contacting support, or just by logging in.",
};

const FAILED = {
  title: "Deletion failed",
  form: "There was an error processing your request. Please contact support.",
};

/** Of the second press: the login form would be the wrong answer, since logging in stops the deletion. */
const LOGGED_OUT = {
  title: "You’re logged out",
  description: "If you’ve just deleted your account, that has begun. Logging in stops it.",
};

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireRecentSignIn(context);
  const eraseOn = formatDate(dateIn(user.timeZone, addDays(now(), GRACE_DAYS)));
  return json({ ...(await countVaults(user)), planId: user.planId, eraseOn, isVerified: user.isEmailVerified });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, LOGGED_OUT, "/?home");
  await requireRecentSignIn(context);
  const { waiting } = await countVaults(user);
  const form = await readForm(request, erasureSchema(waiting > 0));
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    // What is handed over is among the waiting vaults, and shares their end.
    const headers = await handOverAndSignOut(request, context, () =>
      requestErasure(user, { ...form.value, device: deviceOfRequest(request) }),
    );
    return redirectWithToast("/?home", INITIATED, headers);
  });
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Delete your account? | Amberkeep" }];

export default function DeleteAccountRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <DeleteAccountPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
