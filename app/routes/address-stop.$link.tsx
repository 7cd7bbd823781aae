import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { stopProposedAddress } from "~/domain/delivery/stop-proposed-address.server";
import { requireProposedAddress } from "~/http/delivery/proposed-address.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { StopAddressPage } from "~/ui/vault/stop-address-page";

const STOPPED = { title: "Stopped", description: "We won’t send anything to that address." };

/** GET stops nothing: mail scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { id: _, ...proposed } = await requireProposedAddress(params.link);
  return json(proposed);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const proposed = await requireProposedAddress(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const path = `/address-stop/${params.link}`;
  return (await stopProposedAddress(proposed)) ? redirectWithToast(path, STOPPED) : redirect(path, 303);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Stop it? | Amberkeep" }];

export default function AddressStopRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <StopAddressPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
