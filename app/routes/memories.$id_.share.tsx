import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessByAccount } from "~/http/access/vault-access.server";
import { requireUser } from "~/http/session.server";
import { loadSharing, postSharing } from "~/http/share/sharing.server";
import { Page } from "~/ui/frame/page";
import { SharePage } from "~/ui/share/share-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

/** Owners see all share links, recipients their own. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json(await loadSharing(await accessByAccount(user, params.id ?? "", { withPosts: false })));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return postSharing(await accessByAccount(user, params.id ?? "", { withPosts: false }), request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction = () => [{ title: "Share | Amberkeep" }];

export default function ShareRoute() {
  const lastResult = useLastResult();
  const data = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <SharePage key={data.shares[0]?.id} {...data} lastResult={lastResult} />
    </Page>
  );
}
