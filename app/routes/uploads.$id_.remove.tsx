import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { z } from "zod";
import { removeUpload } from "~/domain/media/uploads.server";
import { readUploadForm } from "~/http/media/upload-answer.server";
import { previousPath } from "~/http/own-path.server";

/** A missing file counts as removed. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const sent = await readUploadForm(request, context, z.object({}));
  if (!sent.ok) return sent.response;
  await removeUpload(sent.owner, params.id ?? "");
  const isScript = request.headers.get("Accept")?.includes("application/json");
  return isScript ? json({ ok: true }) : redirect(previousPath(request, "/create"), 303);
}
