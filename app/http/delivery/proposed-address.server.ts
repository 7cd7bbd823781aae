import { findProposedAddress, type ProposedAddress } from "~/domain/delivery/stop-proposed-address.server";

/** @throws a 404 Response for forged links */
export async function requireProposedAddress(link: string | undefined): Promise<ProposedAddress> {
  const proposed = await findProposedAddress(link ?? "");
  if (!proposed) throw new Response(null, { status: 404 });
  return proposed;
}
