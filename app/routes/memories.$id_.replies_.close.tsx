import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { accessByAccount } from "~/http/access/vault-access.server";
import { redirectTo } from "~/http/form-only.server";
import { closeOrReopen } from "~/http/reply/conversation.server";
import { requireUser } from "~/http/session.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireUser(context);
  return redirectTo(context, `/memories/${params.id}/replies`);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return closeOrReopen(await accessByAccount(user, params.id ?? "", { withPosts: false }), request);
}

export default function CloseConversationRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} choice="closed" back="/activity?tab=replies" />
    </Page>
  );
}
