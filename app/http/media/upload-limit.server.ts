import type { FormPurpose } from "~/domain/media/media";
import { isGuestOfOpenBoard } from "~/http/board/joined.server";
import type { LimitKeys } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";

/** Guests of a party may share an IP address and have a higher limit. Only their cookie proves that they are guests. */
export async function uploadLimit(
  request: Request,
  { clientIp }: RequestContext,
  type: FormPurpose,
): Promise<LimitKeys> {
  const isParty = type === "board-post" && (await isGuestOfOpenBoard(request));
  return isParty ? { party_upload_ip: clientIp } : { upload_ip: clientIp };
}
