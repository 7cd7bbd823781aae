import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirmStillRight } from "~/domain/address-health/still-right.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { requireStillRightQuestion } from "~/http/address-health/signed-links.server";
import { readForm } from "~/http/form.server";
import { StillRightPage } from "~/ui/address-health/still-right-page";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

/** Needs no login, so it shows only recipient, address and day. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { vaults, isAnswered } = await requireStillRightQuestion(params.link);
  return json({
    isAnswered,
    vaults: vaults.map(({ id, deliveryDate, addresses, correctAt }) => ({
      id,
      day: deliveryDate ? formatDate(deliveryDate) : "",
      addresses: addresses.map(({ name, email }) => ({ name, email })),
      correctAt,
    })),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const question = await requireStillRightQuestion(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await confirmStillRight(question);
  return redirect(`/still-right/${params.link}`, 303);
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Still right? | Amberkeep" }];

export default function StillRightRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <StillRightPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
