import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { keepChanges, requireLateChanges } from "~/http/writing/late-changes.server";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { LateChanges } from "~/ui/vault/late-changes";

export const handle = { hydrate: false };

/** The owner's unsaved changes to a delivered vault. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const found = await requireLateChanges(user, params.id ?? "");
  return found instanceof Response ? found : json(found);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({ formId: z.string().max(32).catch("") }));
  return form.ok ? keepChanges(user, params.id ?? "", form.value.formId) : form.response;
}

export const meta: MetaFunction = () => [{ title: "Your changes came too late | Amberkeep" }];

export default function ChangesRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <LateChanges {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </Page>
  );
}
