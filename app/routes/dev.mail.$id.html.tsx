import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireDevPages } from "~/http/dev-pages.server";
import { readMail } from "~/services/mail/mail-folder.server";
import { isMailConfigured } from "~/services/mail.server";

/** The HTML part of a mail by itself, where no script runs and nothing is fetched; its links open in a new tab. */
export async function loader({ params }: LoaderFunctionArgs) {
  requireDevPages(!isMailConfigured);
  const mail = await readMail(params.id ?? "");
  if (!mail) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  return new Response(mail.html.replace("<head>", '<head><base target="_blank">'), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    },
  });
}
