import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireDelivery } from "~/http/access/opening-link.server";
import { accessByLink } from "~/http/access/vault-access.server";
import { loadConversation, postReply } from "~/http/reply/conversation.server";
import { keepReply, unsentReply } from "~/http/reply/unsent-reply.server";
import { fileStyles } from "~/styles/sheets";
import { AnswerPage } from "~/ui/frame/page";
import { type ConversationAnswer, ConversationPage } from "~/ui/reply/conversation-page";
import { preserveAnsweredReply } from "~/ui/shell/answered-form";
import { useChrome } from "~/ui/shell/chrome";
import { keepUnsentForm, useAnswer } from "~/ui/shell/unsent-form";

/** For recipients without an account who opened the vault with a code. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const delivery = await requireDelivery(params.link, request);
  const access = await accessByLink(context, delivery, params.link, { withPosts: false });
  if (access) return json(await loadConversation(access, new URL(request.url).searchParams));
  return context.isPost ? json(unsentReply(context)) : redirect(`/open/${params.link}`, 303);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link, request);
  const access = await accessByLink(context, delivery, params.link, { withPosts: false });
  if (access) return postReply(access, request, context);
  return keepReply(request, context, { why: "closed", href: `/open/${params.link}` });
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const clientAction = keepUnsentForm;

export const shouldRevalidate = preserveAnsweredReply;

export const links = fileStyles;

export const meta: MetaFunction = () => [{ title: "Replies | Amberkeep" }];

export default function OpenRepliesRoute() {
  const answer = useAnswer<ConversationAnswer>();
  return (
    <AnswerPage chrome={useChrome()}>
      <ConversationPage data={useLoaderData<typeof loader>()} answer={answer} />
    </AnswerPage>
  );
}
