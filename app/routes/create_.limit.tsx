import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { slotsOf } from "~/domain/overview/slots.server";
import { NEED_MORE, VAULT_LIMIT } from "~/domain/vault/vault-words";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { CsrfField } from "~/ui/base/csrf-field";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { VaultLimit } from "~/ui/writing/vault-limit";

/** The form of the saved draft. */
function formOf(request: Request): string {
  const draft = new URL(request.url).searchParams.get("draft");
  return draft ? `/create?${new URLSearchParams({ edit: "true", id: draft })}` : "/dashboard";
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const slots = await slotsOf(await requireUser(context));
  return slots.used < slots.limit ? redirect(formOf(request)) : json({ slots });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(context);
  const form = await readForm(request, z.object({}));
  return form.ok ? redirectWithToast(formOf(request), NEED_MORE) : form.response;
}

export const meta: MetaFunction = () => [{ title: `${VAULT_LIMIT} | Amberkeep` }];

export default function Limit() {
  const { slots } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <form method="post" className="confirm card">
        <CsrfField />
        <VaultLimit slots={slots}>
          <Button variant="quiet">Maybe Later</Button>
        </VaultLimit>
      </form>
    </Page>
  );
}
