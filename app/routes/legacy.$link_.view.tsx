import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { loadHelp } from "~/domain/legacy-help/help.server";
import { readForm } from "~/http/form.server";
import { requireHelper } from "~/http/legacy-help/legacy-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const ASKED = "We’ve passed it on";
const NOTED = "We’ve noted it";
const NEXT = "We’ll write to you when you can read it.";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const helper = await requireHelper(request, params.link, context);
  const help = await loadHelp(helper);
  const canAsk = help?.permissions.viewContent && help.status === "undelivered" && help.view === "none";
  if (!canAsk) return redirect(`/legacy/${params.link}`);
  return json({ link: params.link ?? "", ownerName: helper.ownerName, isOwnerGone: helper.isOwnerGone });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const helper = await requireHelper(request, params.link, context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  // If it is no longer possible, the page says so.
  const isAsked = await requestView(helper);
  if (!isAsked) return redirect(`/legacy/${params.link}`, 303);
  const title = helper.isOwnerGone ? NOTED : ASKED;
  return redirectWithToast(`/legacy/${params.link}`, { title, description: NEXT });
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Ask to read it? | Amberkeep" }];

export default function LegacyViewRoute() {
  const { link, ownerName, isOwnerGone } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Ask to read it?"
        confirm={<Button>Yes, ask</Button>}
        cancel={{ href: `/legacy/${link}`, label: "Not now" }}
      >
        <p>
          {isOwnerGone
            ? "You can read it in 30 days if it still hasn’t arrived."
            : `We’ll tell ${ownerName} that you’d like to read it. They have 30 days to stop it; after that, you can read it.`}
        </p>
        <p>If it reaches the person it was for before then, it stays with them alone.</p>
      </Confirm>
    </Page>
  );
}
