import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { viewVault } from "~/domain/access/view-vault.server";
import { discardDraft } from "~/domain/writing/draft.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { titleOf } from "~/ui/vault/vault-card-data";
import { editVaultHref } from "~/ui/vault/vault-with-action";

const DISCARDED = { title: "Draft discarded", description: "Everything in it was deleted." };
const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const viewed = await viewVault({ user }, id);
  if (viewed?.view.as !== "owner") return redirect("/dashboard");
  if (viewed.vault.state !== "draft") return redirect(`/memories/${id}`);
  return json({ id, title: titleOf(viewed.vault) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const isDiscarded = await discardDraft(user, params.id ?? "");
  return redirectWithToast("/dashboard", isDiscarded ? DISCARDED : NOT_FOUND);
}

export const meta: MetaFunction = () => [{ title: "Discard this draft? | Amberkeep" }];

export default function DiscardRoute() {
  const { id, title } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Discard “${title}”?`}
        confirm={<Button variant="danger">Discard this draft</Button>}
        cancel={{ href: editVaultHref(id), label: "Keep it" }}
      >
        <p>Everything you wrote in it and every file you added to it will be deleted.</p>
        <p>This can't be undone.</p>
      </Confirm>
    </Page>
  );
}
