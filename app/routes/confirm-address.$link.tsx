import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerAddressQuestion } from "~/domain/address-health/confirmation.server";
import { requireAddressQuestion } from "~/http/address-health/signed-links.server";
import { readForm } from "~/http/form.server";
import { AddressQuestionPage } from "~/ui/address-health/address-question-page";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const answerSchema = z.object({ answer: z.enum(["confirmed", "denied"], { error: "Please choose an answer." }) });

/** Shows no more than the mail with the link. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { email, name, answer } = await requireAddressQuestion(params.link);
  return json({ email, name, answer });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const question = await requireAddressQuestion(params.link);
  const form = await readForm(request, answerSchema);
  if (!form.ok) return form.response;
  await answerAddressQuestion(question, form.value.answer);
  return redirect(`/confirm-address/${params.link}`, 303);
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Is this your address? | Amberkeep" }];

export default function ConfirmAddressRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} choice="answer" />
      <AddressQuestionPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
