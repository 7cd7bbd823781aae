import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessByAccount } from "~/http/access/vault-access.server";
import { loadThanks, postThanks } from "~/http/board/thanks.server";
import { requireUser } from "~/http/session.server";
import { ThanksPage } from "~/ui/board/thanks-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export const handle = { hydrate: false, keepsFields: true };

/** For recipients of a board with an account. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const access = await accessByAccount(user, params.id ?? "");
  return json(await loadThanks(access));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const access = await accessByAccount(user, params.id ?? "");
  return postThanks(access, request, context);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Thank everyone | Amberkeep" }];

export default function ThanksRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <ThanksPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
