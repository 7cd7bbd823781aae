import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { permissionsOf, permissionsSchema } from "~/domain/legacy/contact-schema";
import { setPermissions } from "~/domain/legacy/contacts.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

const SAVED = { title: "Permissions saved", description: "They apply from now on." };
const GONE = { title: "Error", description: "This contact is no longer there.", kind: "error" } as const;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context);
  return redirectTo(context, "/settings/legacy-contacts");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, permissionsSchema);
  if (!form.ok) return form.response;
  const isSet = await setPermissions(user, params.id ?? "", permissionsOf(form.value));
  return redirectWithToast("/settings/legacy-contacts", isSet ? SAVED : GONE);
}

export default function PermissionsRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back="/settings/legacy-contacts" />
    </Page>
  );
}
