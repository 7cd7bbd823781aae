import { recordReading } from "~/domain/access/record-reading.server";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { endOfDay, shareSchema } from "~/domain/share/share-schema";
import { canShare, createShare, listShares, revokeShare, SHARES_AT_MOST } from "~/domain/share/shares.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import type { VaultAccess } from "~/http/access/vault-access.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";

const MADE = { title: "Link made", description: "Anyone with it can see this memory." };
const ENDED = { title: "Link turned off", description: "It no longer works." };
const TOO_MANY = `You have ${SHARES_AT_MOST} links to this memory. Please turn one of them off first.`;

/** @throws a 404 Response for a vault that this person cannot share */
export async function loadSharing(access: VaultAccess) {
  const { viewed, path, zone } = requireSharing(access);
  const at = now();
  const day = (instant: Date) => formatDate(dateIn(zone, instant));
  const isOwner = viewed.view.as === "owner";
  return {
    title: viewed.vault.title || DISPLAY_TITLE,
    path,
    zone,
    now: at.toISOString(),
    today: dateIn(zone, at),
    shares: (await listShares(viewed, at)).map(({ id, url, madeBy, createdAt, endsAt }) => ({
      id,
      url,
      madeBy: madeBy !== null && isOwner ? madeBy : "you",
      madeOn: day(createdAt),
      // The end is the first instant of the day after.
      lastDay: endsAt && day(new Date(endsAt.getTime() - 1)),
    })),
  };
}

export async function postSharing(access: VaultAccess, request: Request, context: RequestContext): Promise<Response> {
  const { viewed, path, zone } = requireSharing(access);
  const form = await readForm(request, shareSchema(zone, now()));
  if (!form.ok) return form.response;
  const limit = await rateLimited({ share_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  const { revoke, lastDay } = form.value;
  if (revoke !== undefined) {
    await revokeShare(viewed, revoke);
    return redirectWithToast(`${path}/share`, ENDED);
  }
  // The link shows the content to its maker as well.
  await recordReading(viewed);
  const made = await createShare(viewed, lastDay ? endOfDay(lastDay, zone) : null);
  if (made.ok) return redirectWithToast(`${path}/share`, MADE);
  if (made.reason === "too_many") return form.refuse({ form: TOO_MANY, status: 409 });
  throw new Response(null, { status: 404 });
}

function requireSharing(access: VaultAccess): VaultAccess {
  if (!canShare(access.viewed)) throw new Response(null, { status: 404 });
  return access;
}
