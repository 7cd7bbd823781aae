import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { saveVisitorFormForLater } from "~/http/visitor-draft/visitor-form.server";
import { formPathOf } from "~/http/writing/form-url.server";
import { saveForLater } from "~/http/writing/save.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return redirect(formPathOf(request));
}

/** Autosave. Without JavaScript, "Save draft" posts to the form itself. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.viewer();
  const form = formPathOf(request);
  return user ? saveForLater(user, form, request, context) : saveVisitorFormForLater(form, request, context);
}
