import type { LoaderFunctionArgs } from "@remix-run/node";
import { inviteUrl } from "~/domain/board/invite-link.server";
import { parsePrintedCode } from "~/domain/codes/printed-code";
import { qrSvgOf } from "~/domain/codes/qr.server";

/** The board need not exist yet: the form of a new one already shows its code. */
export function loader({ params }: LoaderFunctionArgs) {
  const code = parsePrintedCode(params.code ?? "");
  if (!code) throw new Response(null, { status: 404 });
  return new Response(qrSvgOf(inviteUrl(code)), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-store" },
  });
}
