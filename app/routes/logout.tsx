import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { LOGOUT_FAILED } from "~/http/account/auth-titles";
import { readForm } from "~/http/form.server";
import { logSecurity } from "~/http/security-log.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { handOverAndSignOut } from "~/http/visitor-draft/hand-over.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, { title: LOGOUT_FAILED }, async () => {
    const user = await context.viewer();
    const headers = await handOverAndSignOut(request, context);
    logSecurity(context, "signed_out", { account: user?.id });
    return redirectWithToast("/?home", { title: "Logged out" }, headers);
  });
}

export const meta: MetaFunction = () => [{ title: "Log out | Amberkeep" }];

export default function LogoutRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Log out?"
        action="/logout"
        confirm={<Button>Log out</Button>}
        cancel={{ href: "/dashboard", label: "Stay" }}
      >
        <p>Your vaults stay where they are, and so do their days.</p>
      </Confirm>
    </Page>
  );
}
