import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { postReport, requireReadPiece } from "~/http/board/report.server";
import { ReportPage } from "~/ui/board/report-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

/** For recipients of a revealed board, with an account, a link and a code, or a card. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { postId, author, back } = await requireReadPiece({ request, context }, params.id, params.post);
  return json({ postId, author, back });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const piece = await requireReadPiece({ request, context }, params.id, params.post);
  return postReport({ request, context }, piece);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Report this piece? | Amberkeep" }];

export default function ReportRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <ReportPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </Page>
  );
}
