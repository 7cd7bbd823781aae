import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { sealVault } from "~/domain/vault/vault.server";
import { viewVault } from "~/domain/vault/view-vault.server";
import { useChrome } from "~/http/chrome";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { answerVaultChange } from "~/http/vault-change.server";
import { Button } from "~/ui/button";
import { Confirm } from "~/ui/confirm";
import { Page } from "~/ui/page";
import { Refusal } from "~/ui/refusal";
import { titleOf } from "~/ui/vault/vault-card-data";

const SEALED = { title: "Memory sealed", description: "Nobody can open or change it until its day, not even you." };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const viewed = await viewVault({ user }, id);
  if (viewed?.view.as !== "owner") return redirect("/dashboard");
  if (viewed.vault.state !== "scheduled") return redirect(`/memories/${id}`);
  return json({ id, title: titleOf(viewed.vault) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const id = params.id ?? "";
  return answerVaultChange(user, id, await sealVault(user, id), {
    state: "sealed",
    toast: SEALED,
    to: `/memories/${id}`,
  });
}

export const meta: MetaFunction = () => [{ title: "Seal it? | Amberkeep" }];

export default function Seal() {
  const { id, title } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <Refusal result={useActionData<typeof action>()} />
      <Confirm
        title={`Seal “${title}”?`}
        confirm={<Button>Seal it</Button>}
        cancel={{ href: `/memories/${id}`, label: "Leave it open" }}
      >
        <p>From then on nobody can read or change it until its day, not even you.</p>
        <p>You can still cancel it. The seal itself cannot be undone.</p>
      </Confirm>
    </Page>
  );
}
