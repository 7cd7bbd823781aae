import type { LoaderFunctionArgs } from "@remix-run/node";
import { rehearse } from "~/domain/access/rehearsal.server";
import { mailFrame } from "~/http/dev/mail-frame.server";
import { requireUser } from "~/http/session.server";

/** Shown in a frame of the rehearsal's page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const rehearsal = await rehearse(user, params.id ?? "");
  if (!rehearsal.ok) throw new Response(null, { status: 404 });
  return mailFrame(rehearsal.mail.html);
}
