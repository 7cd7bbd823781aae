import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";
import { finishUpload } from "~/domain/media/finish-upload.server";
import { readUploadForm, refuseUpload, uploadNotFound } from "~/http/media/upload-answer.server";

export async function action({ request, context, params }: ActionFunctionArgs) {
  const sent = await readUploadForm(request, context, z.object({}));
  if (!sent.ok) return sent.response;
  const finished = await finishUpload(sent.owner, params.id ?? "");
  if (!finished) return uploadNotFound();
  return finished.ok ? json(finished) : refuseUpload(finished.reason === "broke_off" ? 409 : 400, finished);
}
