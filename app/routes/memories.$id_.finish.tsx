import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { requireUser } from "~/http/session.server";
import { finishDraft } from "~/http/writing/finish.server";
import { now } from "~/services/clock.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireUser(context);
  return redirectTo(context, editVaultHref(params.id ?? ""));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  return finishDraft(user, params.id ?? "", context, now());
}

export const meta: MetaFunction = () => [{ title: "Finish this vault | Amberkeep" }];

export default function Finish() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back="/dashboard" />
    </Page>
  );
}
