import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { zoomCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { ownPath } from "~/http/own-path.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

const zoomSchema = z.object({
  zoom: z.enum(["locked", "allowed"], { error: "Please choose again." }),
  returnTo: z.string({ error: "Please send this field once." }).optional(),
});

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/?home");

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, zoomSchema);
  if (!form.ok) return form.response;
  const headers = { "Set-Cookie": await zoomCookie.serialize(form.value.zoom) };
  return redirect(ownPath(form.value.returnTo, "/?home"), { status: 303, headers });
}

export default function ZoomRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} choice="zoom" back="/?home" />
    </Page>
  );
}
