import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireHost } from "~/http/board/host.server";
import { changeBoard, inviteData, requireWaiting } from "~/http/board/invite.server";
import { InvitePage } from "~/ui/board/invite-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const host = await requireHost(context, params.id);
  return json(await inviteData(requireWaiting(host), new URL(request.url).searchParams));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const host = await requireHost(context, params.id);
  return changeBoard(host, request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction = () => [{ title: "Guests | Amberkeep" }];

export default function InviteRoute() {
  const result = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <InvitePage {...useLoaderData<typeof loader>()} result={result} />
    </Page>
  );
}
