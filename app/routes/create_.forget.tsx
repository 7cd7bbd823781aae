import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { z } from "zod";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { forgetVisitorForm, namedDraft } from "~/http/visitor-draft/visitor-form.server";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { NonceContext } from "~/ui/shell/nonce";
import { ForgetButton } from "~/ui/visitor-draft/forget-button";

const DISCARDED = { title: "Draft discarded", description: "Everything in it was deleted." };

export async function loader({ request }: LoaderFunctionArgs) {
  const draft = await namedDraft(request);
  return draft ? json(draft) : redirect("/create");
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await forgetVisitorForm(request);
  return redirectWithToast("/create", DISCARDED);
}

export const meta: MetaFunction = () => [{ title: "Discard this draft? | Amberkeep" }];

export default function Forget() {
  const { title, formId, href } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Discard “${title || DISPLAY_TITLE}”?`}
        confirm={<ForgetButton formId={formId} nonce={useContext(NonceContext)} />}
        cancel={{ href, label: "Keep it" }}
      >
        <p>Everything you wrote in it and every file you added to it will be deleted.</p>
        <p>This can’t be undone.</p>
      </Confirm>
    </Page>
  );
}
