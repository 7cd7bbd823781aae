import { recordReading } from "~/domain/access/record-reading.server";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { keepsakeOf } from "~/domain/keepsake/keepsake.server";
import { acquireSlot } from "~/http/concurrency.server";
import { disposition } from "~/http/media/serve-media.server";
import type { RequestContext } from "~/http/request-context.server";
import { responseStream } from "~/http/response-stream.server";
import { plainPage } from "~/server/plain-page.server";

/** Counts as a reading. `person` identifies the viewer, to count their downloads. */
export async function sendKeepsake(
  request: Request,
  viewed: ViewedVault,
  person: string,
  context: RequestContext,
): Promise<Response> {
  const slot = acquireSlot("keepsake", { person, ip: context.clientIp });
  if (!slot.ok) return plainPage(slot.refusal.form, slot.refusal);
  try {
    const keepsake = (await recordReading(viewed)) && (await keepsakeOf(viewed));
    if (!keepsake) throw new Response(null, { status: 404 });
    keepsake.archive.once("close", slot.release);
    return new Response(responseStream(keepsake.archive, request), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": disposition("attachment", keepsake.fileName),
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    slot.release();
    throw error;
  }
}
