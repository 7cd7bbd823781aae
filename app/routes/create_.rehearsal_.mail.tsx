import type { LoaderFunctionArgs } from "@remix-run/node";
import { mailFrame } from "~/http/dev/mail-frame.server";
import { loadVisitorRehearsal } from "~/http/visitor-draft/rehearsal.server";
import { now } from "~/services/clock.server";

/** Shown in a frame of the rehearsal's page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const loaded = await loadVisitorRehearsal(request, now());
  if (!loaded) throw new Response(null, { status: 404 });
  return mailFrame(loaded.rehearsal.mail.html);
}
