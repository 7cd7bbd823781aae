import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { countPieces } from "~/domain/board/pieces.server";
import { mailsCertificate, wasCertificateMailed } from "~/domain/seal/certify-seal.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { requireUser } from "~/http/session.server";
import { sentHref } from "~/http/writing/sent-href";
import { changeVaultByForm, vaultToChange } from "~/http/writing/vault-change.server";
import { now } from "~/services/clock.server";
import { ownVaultStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Notice } from "~/ui/base/notice";
import { Seal } from "~/ui/base/seal";
import type { VaultKind } from "~/ui/base/stamp";
import { Page } from "~/ui/frame/page";
import { WhoCanRead } from "~/ui/seal/who-can-read";
import { useChrome } from "~/ui/shell/chrome";
import { ConfirmVault } from "~/ui/vault/confirm-vault";
import { vaultToConfirm } from "~/ui/vault/confirm-vault-data";

async function sealedToast(id: string) {
  const isMailed = await wasCertificateMailed(id);
  return {
    title: "Memory sealed",
    description: isMailed ? "We’ve emailed you its certificate." : "Its certificate is on its page.",
  };
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const at = now();
  const viewed = await vaultToChange(user, params.id ?? "", { from: ["scheduled"], now: at });
  const waitingPieces = await countPieces(viewed.vault.id, { states: ["waiting"] });
  return json({ ...vaultToConfirm(viewed, at), waitingPieces, isMailed: await mailsCertificate(user, at) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  return changeVaultByForm(request, user, id, {
    change: sealVault,
    state: "sealed",
    toast: () => sealedToast(id),
    to: new URL(request.url).searchParams.has("sent") ? sentHref(id) : `/memories/${id}?sealed`,
  });
}

export const links = ownVaultStyles;

export const meta: MetaFunction = () => [{ title: "Seal it? | Amberkeep" }];

function correctionOf({ kind, hasOwnAddress }: { kind: VaultKind; hasOwnAddress: boolean }): string {
  if (kind === "board") return "You can still correct the addresses of its recipients, or cancel.";
  return hasOwnAddress ? "You can still correct the address, or cancel." : "You can still cancel it.";
}

export default function SealRoute() {
  const vault = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <ConfirmVault
        vault={vault}
        title={`Seal “${vault.title}”?`}
        drawing={<Seal />}
        confirm={<Button>Seal it</Button>}
        cancelLabel="Leave it open"
        result={useActionData<typeof action>()}
      >
        <p>From then on, no one can read or change it until it’s delivered, not even you.</p>
        <p>{correctionOf(vault)} A seal can’t be undone, so please check what’s above once more.</p>
        {vault.hasEditDraft && (
          <Notice kind="warning" title="You have changes that aren’t saved">
            <p>
              Sealing deletes them. To put them in, <a href={editVaultHref(vault.id)}>continue with them</a> first.
            </p>
          </Notice>
        )}
        {vault.waitingPieces > 0 && (
          <Notice
            kind="warning"
            title={vault.waitingPieces === 1 ? "1 piece waits for you" : `${vault.waitingPieces} pieces wait for you`}
          >
            <p>
              You can’t approve anything once it’s sealed, so the board would open without{" "}
              {vault.waitingPieces === 1 ? "it" : "them"}. Please{" "}
              <a href={`/memories/${vault.id}/pieces?show=waiting`}>
                look at {vault.waitingPieces === 1 ? "it" : "them"}
              </a>{" "}
              first.
            </p>
          </Notice>
        )}
        {vault.kind === "board" && (
          <p>
            Guests can’t add anything from then on, and nobody sees their pieces before the day, themselves included.
            They can still take everything back, so the certificate covers what you put there, and not their pieces.
          </p>
        )}
        <p>
          Not sure yet? <a href={`/memories/${vault.id}/rehearsal`}>Show me exactly what they will get</a>.
        </p>
        <p>
          {vault.isMailed ? "We’ll email you a certificate." : "You’ll find a certificate on its page."} With it, you
          and its readers can check that nothing was changed.
        </p>
      </ConfirmVault>
      <WhoCanRead isForSelf={vault.kind === "future"} isBoard={vault.kind === "board"} />
    </Page>
  );
}
