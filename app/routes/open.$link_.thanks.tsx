import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAccessByLink } from "~/http/access/vault-access.server";
import { loadThanks, postThanks } from "~/http/board/thanks.server";
import { readingStyles } from "~/styles/sheets";
import { ThanksPage } from "~/ui/board/thanks-page";
import { AnswerPage } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export const handle = { hydrate: false, keepsFields: true };

/** For recipients of a board without an account who opened it with a code. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const access = await requireAccessByLink(request, context, params.link);
  return json(await loadThanks(access));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireAccessByLink(request, context, params.link);
  return postThanks(access, request, context);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "Thank everyone | Amberkeep" }];

export default function ThanksRoute() {
  const lastResult = useLastResult();
  return (
    <AnswerPage chrome={useChrome()}>
      <ThanksPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </AnswerPage>
  );
}
