import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasFreeSlot } from "~/domain/overview/slots.server";
import { CANCELLABLE_STATES } from "~/domain/vault/vault";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { requireRecentSignIn } from "~/http/session.server";
import { changeVaultByForm, vaultToChange } from "~/http/writing/vault-change.server";
import { now } from "~/services/clock.server";
import { ownVaultStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { ConfirmVault } from "~/ui/vault/confirm-vault";
import { vaultToConfirm } from "~/ui/vault/confirm-vault-data";

const CANCELLED = { title: "Vault cancelled", description: "It won’t be delivered, and its place is free again." };
/** After a refund there may be more vaults than the plan has room for. */
const CANCELLED_BEYOND_PLAN = { ...CANCELLED, description: "It won’t be delivered. No place is free yet." };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireRecentSignIn(context);
  const at = now();
  const viewed = await vaultToChange(user, params.id ?? "", { from: CANCELLABLE_STATES, now: at });
  return json({
    ...vaultToConfirm(viewed, at),
    isHeld: viewed.vault.state === "held",
    freesPlace: user.vaultsUsed <= user.vaultLimit,
  });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context);
  return changeVaultByForm(request, user, params.id ?? "", {
    change: cancelVault,
    state: "cancelled",
    toast: async () => ((await hasFreeSlot(user)) ? CANCELLED : CANCELLED_BEYOND_PLAN),
    to: "/dashboard",
  });
}

export const links = ownVaultStyles;

export const meta: MetaFunction = () => [{ title: "Cancel this vault? | Amberkeep" }];

export default function CancelRoute() {
  const vault = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <ConfirmVault
        vault={vault}
        title={`Cancel “${vault.title}”?`}
        confirm={<Button variant="danger">Cancel this vault</Button>}
        cancelLabel="Keep it"
        result={useActionData<typeof action>()}
      >
        {vault.isHeld && <p>It hasn’t been delivered. Once you cancel, its links and its claim card stop working.</p>}
        <p>
          It won’t be delivered. Its text and files are deleted
          {vault.kind === "board" && ", with everything guests added to it"}
          {vault.freesPlace ? ", and its place is free for another vault." : "."}
        </p>
        {!vault.freesPlace && (
          <p>You have more vaults than your plan has room for, so this frees no place for another one yet.</p>
        )}
        {vault.isSealed && <p>It is sealed: nobody will ever read it, not even you.</p>}
        <p>This can’t be undone.</p>
      </ConfirmVault>
    </Page>
  );
}
