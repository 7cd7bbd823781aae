import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressSchema } from "~/domain/delivery/address-schema";
import { listCorrectable, readdress } from "~/domain/delivery/readdress.server";
import { useChrome } from "~/http/chrome";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/page";
import { AddressPage } from "~/ui/vault/address-page";

const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;
const CHANGED = { title: "Address changed", description: "The letter goes to the new address." };
const TAKEN = "Somebody else on the list of this vault has this address already.";
const UNWANTED = "Whoever has this address takes no letters from you there any more. Please give another one.";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const addresses = await listCorrectable(user, id);
  if (!addresses) return redirectWithToast("/dashboard", NOT_FOUND);
  if (addresses.length === 0) return redirect(`/memories/${id}`);
  const chosen = new URL(request.url).searchParams.get("delivery");
  const address = addresses.length === 1 ? addresses[0] : addresses.find(({ deliveryId }) => deliveryId === chosen);
  return json({ id, addresses, address: address ?? null });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, addressSchema);
  if (!form.ok) return form.response;
  const result = await readdress(user, id, form.value);
  if (!result.ok && result.reason === "taken") return form.refuse({ fields: { email: TAKEN } });
  if (!result.ok && result.reason === "unwanted") return form.refuse({ fields: { email: UNWANTED } });
  if (!result.ok && result.reason === "not_found") return redirectWithToast("/dashboard", NOT_FOUND);

  // Sent twice, or opened meanwhile: there is nothing left to correct, and the page of the vault says where it stands.
  return result.ok ? redirectWithToast(`/memories/${id}`, CHANGED) : redirect(`/memories/${id}`, 303);
}

export const meta: MetaFunction = () => [{ title: "Give another address | Amberkeep" }];

export default function Address() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  return (
    <Page chrome={useChrome()} width="form">
      <AddressPage {...data} lastResult={lastResult} />
    </Page>
  );
}
