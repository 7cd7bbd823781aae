import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAccessByLink } from "~/http/access/vault-access.server";
import { loadSharing, postSharing } from "~/http/share/sharing.server";
import { readingStyles } from "~/styles/sheets";
import { AnswerPage } from "~/ui/frame/page";
import { SharePage } from "~/ui/share/share-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

/** For recipients without an account who opened the vault with a code. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return json(await loadSharing(await requireAccessByLink(request, context, params.link, { withPosts: false })));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return postSharing(await requireAccessByLink(request, context, params.link, { withPosts: false }), request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Share | Amberkeep" }];

export default function OpenShareRoute() {
  const lastResult = useLastResult();
  const data = useLoaderData<typeof loader>();
  return (
    <AnswerPage chrome={useChrome()}>
      <SharePage key={data.shares[0]?.id} {...data} lastResult={lastResult} />
    </AnswerPage>
  );
}
