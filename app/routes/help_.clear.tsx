import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { deleteConversation } from "~/domain/help/conversation.server";
import { helpCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { helpToken } from "~/http/help/help-chat.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/help");

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await deleteConversation(await helpToken(request));
  return redirect("/help", { status: 303, headers: { "Set-Cookie": await helpCookie.serialize("", { maxAge: 0 }) } });
}

export default function ClearHelpRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back="/help" />
    </Page>
  );
}
