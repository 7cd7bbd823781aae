import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findContact, removeContact } from "~/domain/legacy/contacts.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const LIST = "/settings/legacy-contacts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const contact = await findContact(user, params.id ?? "");
  return contact ? json({ name: contact.name }) : redirect(LIST);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const name = await removeContact(user, params.id ?? "");
  if (name === undefined) return redirect(LIST, 303);
  return redirectWithToast(LIST, {
    title: "Contact removed",
    description: `${name} can no longer help with your vaults.`,
  });
}

export const meta: MetaFunction = () => [{ title: "Remove this contact? | Amberkeep" }];

export default function RemoveContactRoute() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Remove ${name}?`}
        confirm={<Button variant="danger">Remove this contact</Button>}
        cancel={{ href: LIST, label: "Keep them" }}
      >
        <p>Everything they could do ends at once, and what they were waiting for is called off.</p>
        <p>We won’t tell them. You can invite them again at any time.</p>
      </Confirm>
    </Page>
  );
}
