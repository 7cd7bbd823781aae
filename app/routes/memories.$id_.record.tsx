import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewVault } from "~/domain/access/view-vault.server";
import { listEvents } from "~/domain/vault/history.server";
import { historyText } from "~/domain/vault/history-text";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { requireUser } from "~/http/session.server";
import { now } from "~/services/clock.server";
import { recipientLine } from "~/ui/vault/vault-details-data";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const viewed = await viewVault({ user }, params.id ?? "", undefined, { withPosts: false });
  if (viewed?.view.as !== "owner") throw new Response(null, { status: 404 });
  const { id, title } = viewed.vault;
  const about = { title: title || DISPLAY_TITLE, recipient: recipientLine(viewed.vault) };
  return new Response(historyText(about, await listEvents(id), user.timeZone, now()), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="amberkeep-record-${id}.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
