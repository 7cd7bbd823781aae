import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/http/session.server";
import { handOverFromBrowser } from "~/http/visitor-draft/hand-over.server";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context);
  return redirect("/dashboard");
}

/** Receives the drafts a browser kept before its user signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return handOverFromBrowser(user, request);
}
