import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isAssistantConfigured } from "~/domain/help/answer-question.server";
import { conversationOf, helpSections, mostAsked, NO_ANSWER, readQuestion } from "~/http/help/help-chat.server";
import { log } from "~/services/log.server";
import { helpStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { HelpPage } from "~/ui/help/help-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";
import { useLastResult } from "~/ui/shell/unsent-form";

export const handle = { isDescribed: true, hydrate: false, hasScript: true, keepsFields: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const turns = await conversationOf(request);
  return json({ turns, mostAsked: mostAsked(), sections: helpSections(), byAssistant: isAssistantConfigured });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const question = await readQuestion(request, context);
  if (!question.ok) return question.response;
  const { asked, refuse } = question;
  try {
    while (!(await asked.answer.next()).done);
  } catch (error) {
    log.error({ err: error, requestId: context.requestId }, "could not answer a question");
    return refuse({ form: NO_ANSWER, status: 503 });
  }
  return redirect("/help#latest", { status: 303, headers: question.headers });
}

export const links = helpStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Help | Amberkeep",
    description: "Ask a question about Amberkeep, or read how vaults, delivery and accounts work.",
    path: "/help",
  });

export default function HelpRoute() {
  const answer = useLastResult();
  return (
    <Page chrome={useChrome()}>
      <HelpPage {...useLoaderData<typeof loader>()} lastResult={answer} />
    </Page>
  );
}
