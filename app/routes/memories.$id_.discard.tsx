import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { viewVault } from "~/domain/access/view-vault.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { discardDraft } from "~/domain/writing/draft.server";
import { discardEditDraft } from "~/domain/writing/edit-draft.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { titleOf } from "~/ui/vault/vault-card-data";
import { changesHref } from "~/ui/vault/vault-with-action";

const DISCARDED = { title: "Draft discarded", description: "Everything in it was deleted." };
const CHANGES_DISCARDED = { title: "Draft discarded", description: "The memory is as it was." };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const viewed = await viewVault({ user }, id, undefined, { withPosts: false });
  if (viewed?.view.as !== "owner") return redirect("/dashboard");
  const isDraft = viewed.vault.state === "draft";
  if (!isDraft && !viewed.hasEditDraft) return redirect(`/memories/${id}`);
  return json({ id, title: titleOf(viewed.vault), isDraft, isLate: !isDraft && viewed.vault.state !== "scheduled" });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const id = params.id ?? "";
  const hadChanges = await discardEditDraft(user, id);
  if (!hadChanges) await discardDraft(user, id);
  // A second press leads to the same page.
  const viewed = await viewVault({ user }, id, undefined, { withPosts: false });
  return viewed?.view.as === "owner"
    ? redirectWithToast(`/memories/${id}`, CHANGES_DISCARDED)
    : redirectWithToast("/dashboard", DISCARDED);
}

export const meta: MetaFunction = () => [{ title: "Discard this draft? | Amberkeep" }];

export default function DiscardRoute() {
  const { id, title, isDraft, isLate } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={isDraft ? `Discard “${title}”?` : `Discard your changes to “${title}”?`}
        confirm={<Button variant="danger">Discard this draft</Button>}
        cancel={{ href: isLate ? changesHref(id) : editVaultHref(id), label: "Keep it" }}
      >
        {isDraft ? (
          <p>Everything you wrote in it and every file you added to it will be deleted.</p>
        ) : (
          <p>The memory itself stays as it is. What you changed since will be deleted.</p>
        )}
        <p>This can’t be undone.</p>
      </Confirm>
    </Page>
  );
}
