import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewMail } from "~/domain/outbox/preview.server";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { mailFrame } from "~/http/dev/mail-frame.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  requireDevPages(request, true);
  const mail = previewMail(params.kind ?? "");
  if (!mail) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  return mailFrame(mail.html);
}
