import { isBoard } from "~/domain/access/media-item";
import { countAuthors } from "~/domain/board/pieces.server";
import { countThanked, thankContributors } from "~/domain/board/thanks.server";
import { thanksSchema } from "~/domain/board/thanks-schema";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import type { VaultAccess } from "~/http/access/vault-access.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { createId } from "~/services/id.server";

const sentTo = (people: number) => ({
  title: "Thank you sent",
  description: `Your words are on their way to ${people === 1 ? "one person" : `${people} people`}.`,
});

/** The page where a listed recipient of a board thanks everyone; null for other readers. */
export function thanksHrefOf({ viewed, path }: VaultAccess): string | null {
  return canThank(viewed) ? `${path}/thanks` : null;
}

/** Not for guests, who could join just to write to everyone. */
function canThank(viewed: VaultAccess["viewed"]): boolean {
  const { view, seesContent, delivery } = viewed;
  return (
    isBoard(viewed) && view.as === "recipient" && seesContent && delivery?.isToSender === false && delivery.isListed
  );
}

function requireThanking({ viewed }: VaultAccess): void {
  if (!canThank(viewed)) throw new Response(null, { status: 404 });
}

/** @throws a 404 Response for anyone but a listed recipient of a board who has opened it */
export async function loadThanks(access: VaultAccess) {
  requireThanking(access);
  const { vault, posts } = access.viewed;
  return {
    title: vault.title || DISPLAY_TITLE,
    path: access.path,
    people: countAuthors(posts, vault.userId),
    reached: await countThanked({ id: vault.id, hostId: vault.userId }),
    formId: createId(),
  };
}

export async function postThanks(access: VaultAccess, request: Request, context: RequestContext): Promise<Response> {
  requireThanking(access);
  const { vault, delivery } = access.viewed;
  const form = await readForm(request, thanksSchema);
  if (!form.ok) return form.response;
  const deliveryId = delivery?.id ?? "";
  const limit = await rateLimited({ reply_ip: context.clientIp, thanks_delivery: deliveryId });
  if (limit) return form.refuse(limit);
  const { text, formId = createId() } = form.value;
  const board = { id: vault.id, hostId: vault.userId, title: vault.title || DISPLAY_TITLE };
  const people = await thankContributors({ board, deliveryId, fromName: delivery?.recipientName ?? "", text, formId });
  return redirectWithToast(access.path, sentTo(people));
}
