import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { User } from "~/domain/account/account";
import { INVALID_EMAIL } from "~/domain/account/account-schema";
import { changeBoardAddress } from "~/domain/delivery/board-addresses.server";
import { changeReach, listVaultAddresses, type ReaddressResult, readdress } from "~/domain/delivery/readdress.server";
import { type ReachInput, reachSchema } from "~/domain/recipients/address-schema";
import { type FormRefusal, readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { countPeople } from "~/http/writing/people.server";
import { NO_SUCH_VAULT } from "~/http/writing/vault-change.server";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";
import { AddressPage } from "~/ui/vault/address-page";

const CHANGED = { title: "Address changed", description: "We’re sending it to the new address." };
const KEPT = { title: "Saved", description: "We’ll use it when its day comes." };
const NO_RECIPIENTS = {
  title: "Nothing to change",
  description: "This board has no recipients, so there’s no address to change.",
  kind: "error",
} as const;
const LIST_CHANGED = {
  title: "Nothing changed",
  description: "The recipients were changed after you opened that page. Please choose the person again.",
  kind: "error",
} as const;
const TAKEN = "Someone else on this vault’s list already has this address.";
const UNWANTED = "The person at this address has asked for no more letters from you. Please give us another one.";
const EMPTY = "Please enter an address that we can turn to.";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const addresses = await listVaultAddresses(user, id);
  if (!addresses) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  const query = new URL(request.url).searchParams;
  if (addresses.when === "before") {
    const chosen = addresses.listed.find(({ position }) => String(position) === query.get("position"));
    return json({ id, addresses, chosen: chosen ?? null });
  }
  const { failed } = addresses;
  if (failed.length === 0) return redirect(`/memories/${id}`);
  const asked = query.get("delivery");
  const chosen = failed.length === 1 ? failed[0] : failed.find(({ deliveryId }) => deliveryId === asked);
  return json({ id, addresses, chosen: chosen ?? null });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, reachSchema);
  if (!form.ok) return form.response;
  const { deliveryId, position, email } = form.value;
  if ((deliveryId || position !== undefined) && !email) return form.refuse({ fields: { email: INVALID_EMAIL } });
  if (!(await listVaultAddresses(user, id))) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  const people = await countPeople(user, "letter", { recipientEmail: email }, id);
  if (people.refusal) return form.refuse(people.refusal);
  const result = await change(user, id, form.value);
  if (!result.ok) await people.refund();
  if (!result.ok && result.reason === "taken") return form.refuse({ fields: { email: TAKEN } });
  if (!result.ok && result.reason === "unwanted") return form.refuse({ fields: { email: UNWANTED } });
  if (!result.ok && result.reason === "no_address") return form.refuse({ fields: { email: INVALID_EMAIL } });
  if (!result.ok && result.reason === "empty") return form.refuse({ fields: { backupEmail: EMPTY } });
  if (!result.ok && result.reason === "no_recipients") return redirectWithToast(`/memories/${id}`, NO_RECIPIENTS);
  if (!result.ok && result.reason === "not_found") return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  if (!result.ok && result.reason === "list_changed") return redirectWithToast(`/memories/${id}/address`, LIST_CHANGED);
  if (!result.ok && result.reason === "changed_elsewhere")
    return form.refuse(changedElsewhere(form.value.openedWith, result));
  // Sent twice or opened meanwhile: nothing to correct, and the vault's page shows its state.
  return result.ok
    ? redirectWithToast(`/memories/${id}`, deliveryId ? CHANGED : KEPT)
    : redirect(`/memories/${id}`, 303);
}

function change(user: User, id: string, given: ReachInput) {
  const { deliveryId, position, email, openedWith } = given;
  if (deliveryId && email) return readdress(user, id, { deliveryId, email });
  if (position !== undefined && email)
    return changeBoardAddress(user, id, { position, email, opened: openedWith?.recipientEmail });
  return changeReach(user, id, given);
}

/** Sent again, the form replaces the address that the error shows. */
function changedElsewhere(
  opened: ReachInput["openedWith"],
  { field, stored }: Extract<ReaddressResult, { reason: "changed_elsewhere" }>,
): FormRefusal {
  const { backupName, backupEmail } = stored;
  const known = field === "backupEmail" ? { backupName, backupEmail } : { [field]: stored[field] };
  const change = stored[field] ? `changed to ${stored[field]}` : "emptied";
  return {
    fields: { [field]: `Meanwhile this was ${change}. Save again to replace that.` },
    status: 409,
    also: { openedWith: JSON.stringify({ ...opened, ...known }) },
  };
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.addresses.when === "before" ? "Change where it goes" : "Give another address"} | Amberkeep` },
];

export default function AddressRoute() {
  const { id, addresses, chosen } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <AddressPage id={id} addresses={addresses} chosen={chosen} lastResult={lastResult} />
    </Page>
  );
}
