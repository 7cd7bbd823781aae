import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireHost } from "~/http/board/host.server";
import { changeBoard, inviteData, requireWaiting } from "~/http/board/invite.server";
import { InvitePage } from "~/ui/board/invite-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

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
  const result = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  return (
    <Page chrome={useChrome()} width="form">
      <InvitePage {...useLoaderData<typeof loader>()} result={result} />
    </Page>
  );
}
