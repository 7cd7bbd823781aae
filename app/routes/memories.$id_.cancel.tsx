import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { cancelVault } from "~/domain/vault/vault.server";
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

const CANCELLED = { title: "Vault cancelled", description: "It will not be delivered, and its place is free again." };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const viewed = await viewVault({ user }, id);
  if (viewed?.view.as !== "owner") return redirect("/dashboard");
  if (!["scheduled", "sealed"].includes(viewed.vault.state)) return redirect(`/memories/${id}`);
  return json({ id, title: titleOf(viewed.vault) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const id = params.id ?? "";
  return answerVaultChange(user, id, await cancelVault(user, id), {
    state: "cancelled",
    toast: CANCELLED,
    to: "/dashboard",
  });
}

export const meta: MetaFunction = () => [{ title: "Cancel this vault? | Amberkeep" }];

export default function Cancel() {
  const { id, title } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <Refusal result={useActionData<typeof action>()} />
      <Confirm
        title={`Cancel “${title}”?`}
        confirm={<Button variant="danger">Cancel this vault</Button>}
        cancel={{ href: `/memories/${id}`, label: "Keep it" }}
      >
        <p>It will not be delivered, and its place becomes free for another vault.</p>
        <p>This cannot be undone.</p>
      </Confirm>
    </Page>
  );
}
