import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessByAccount } from "~/http/access/vault-access.server";
import { loadConversation, postReply } from "~/http/reply/conversation.server";
import { keepReply, unsentReply } from "~/http/reply/unsent-reply.server";
import { loginHref, requireUser } from "~/http/session.server";
import { fileStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { type ConversationAnswer, ConversationPage } from "~/ui/reply/conversation-page";
import { preserveAnsweredReply } from "~/ui/shell/answered-form";
import { useChrome } from "~/ui/shell/chrome";
import { keepUnsentForm, useAnswer } from "~/ui/shell/unsent-form";

/** Between the sender and one recipient. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = context.isPost ? await context.viewer() : await requireUser(context);
  if (!user) return json(unsentReply(context));
  const query = new URL(request.url).searchParams;
  return json(await loadConversation(await accessByAccount(user, params.id ?? "", { withPosts: false }), query));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.viewer();
  if (!user) return keepReply(request, context, { why: "logged_out", href: loginHref(context) });
  return postReply(await accessByAccount(user, params.id ?? "", { withPosts: false }), request, context);
}

export const clientAction = keepUnsentForm;

export const shouldRevalidate = preserveAnsweredReply;

export const links = fileStyles;

export const meta: MetaFunction = () => [{ title: "Replies | Amberkeep" }];

export default function RepliesRoute() {
  const answer = useAnswer<ConversationAnswer>();
  return (
    <Page chrome={useChrome()} width="form">
      <ConversationPage data={useLoaderData<typeof loader>()} answer={answer} />
    </Page>
  );
}
