import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handOverNow } from "~/http/visitor-draft/hand-over.server";
import { loadAccountPrompt } from "~/http/visitor-draft/visitor-form.server";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { AccountPrompt } from "~/ui/visitor-draft/account-prompt";
import envelopeStyles from "~/ui/writing/envelope.css?url";

/** Asks for an account; for a signed-in user the memory is handed over right away. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.viewer()) return (await handOverNow({ request, context })) ?? redirect("/dashboard");
  const prompt = await loadAccountPrompt(request);
  return prompt.drafts.length > 0 ? json(prompt) : redirect("/create");
}

export const links = () => [{ rel: "stylesheet", href: envelopeStyles }];

export const meta: MetaFunction = () => [{ title: "Create a free account | Amberkeep" }];

export default function Account() {
  return (
    <Page chrome={useChrome()} width="form">
      <AccountPrompt {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
