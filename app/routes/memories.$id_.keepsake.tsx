import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { keepsakeOf } from "~/domain/keepsake/keepsake.server";
import { viewerOf } from "~/http/access/viewer.server";
import { disposition } from "~/http/media/serve-media.server";

/** Counts as a reading. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewed = await viewVault(await viewerOf(request, context), params.id ?? "");
  const keepsake = viewed && (await recordReading(viewed)) && (await keepsakeOf(viewed));
  if (!keepsake) throw new Response(null, { status: 404 });
  return new Response(Readable.toWeb(keepsake.archive) as ReadableStream, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": disposition("attachment", keepsake.fileName),
      "Cache-Control": "private, no-store",
    },
  });
}
