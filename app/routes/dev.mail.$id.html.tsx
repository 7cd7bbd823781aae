import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { mailFrame } from "~/http/dev/mail-frame.server";
import { readMail } from "~/services/mail/mail-folder.server";
import { isMailConfigured } from "~/services/mail.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  requireDevPages(request, !isMailConfigured);
  const mail = await readMail(params.id ?? "");
  if (!mail) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  return mailFrame(mail.html);
}
