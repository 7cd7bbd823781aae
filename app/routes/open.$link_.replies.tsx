import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAccessByLink } from "~/http/access/vault-access.server";
import { loadConversation, postReply } from "~/http/reply/conversation.server";
import { fileStyles } from "~/styles/sheets";
import { AnswerPage } from "~/ui/frame/page";
import { type ConversationAnswer, ConversationPage } from "~/ui/reply/conversation-page";
import { preserveAnsweredForm } from "~/ui/shell/answered-form";
import { useChrome } from "~/ui/shell/chrome";
import { keepUnsentForm, useAnswer } from "~/ui/shell/unsent-form";

/** For recipients without an account who opened the vault with a code. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const access = await requireAccessByLink(request, context, params.link);
  return json(await loadConversation(access, new URL(request.url).searchParams));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireAccessByLink(request, context, params.link);
  return postReply(access, request, context);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const clientAction = keepUnsentForm;

export const shouldRevalidate = preserveAnsweredForm;

export const links = fileStyles;

export const meta: MetaFunction = () => [{ title: "Replies | Amberkeep" }];

export default function OpenRepliesRoute() {
  const answer = useAnswer<ConversationAnswer>();
  return (
    <AnswerPage toast={useChrome().toast}>
      <ConversationPage data={useLoaderData<typeof loader>()} answer={answer} />
    </AnswerPage>
  );
}
