import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { certificateFile } from "~/domain/seal/certificate";
import { findCertificate } from "~/domain/seal/certificate.server";
import { viewerOf } from "~/http/access/viewer.server";

/** Includes the salt only for viewers who may read the vault. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewed = await viewVault(await viewerOf(request, context), params.id ?? "", undefined, { withPosts: false });
  // With the salt, guesses of the content can be checked, so this counts as a reading.
  const isAllowed = viewed && (await recordReading(viewed));
  const certificate = isAllowed && (await findCertificate(viewed.vault.id, { withSalt: viewed.seesContent }));
  if (!certificate) throw new Response(null, { status: 404 });
  return new Response(certificateFile(certificate), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="amberkeep-seal-${viewed.vault.id}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
