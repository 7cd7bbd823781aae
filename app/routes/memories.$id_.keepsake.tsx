import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { keepsakeOf } from "~/domain/keepsake/keepsake.server";
import { personOf, viewerOf } from "~/http/access/viewer.server";
import { takePlace } from "~/http/at-once.server";
import { disposition } from "~/http/media/serve-media.server";
import { plainPage } from "~/server/plain-page.server";

/** Counts as a reading. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(request, context);
  const viewed = await viewVault(viewer, params.id ?? "");
  if (!viewed) throw new Response(null, { status: 404 });
  const place = takePlace("keepsake", { person: personOf(viewer), ip: context.clientIp });
  if (!place.ok) return plainPage(place.refusal.form, place.refusal);
  try {
    const keepsake = (await recordReading(viewed)) && (await keepsakeOf(viewed));
    if (!keepsake) throw new Response(null, { status: 404 });
    keepsake.archive.once("close", place.release);
    return new Response(Readable.toWeb(keepsake.archive) as ReadableStream, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": disposition("attachment", keepsake.fileName),
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    place.release();
    throw error;
  }
}
