import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { handOverAndSignOut } from "~/http/visitor-draft/hand-over.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  return redirectWithToast("/?home", { title: "Logged out" }, await handOverAndSignOut(request, context));
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
