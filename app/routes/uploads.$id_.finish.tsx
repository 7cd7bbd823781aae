import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";
import { finishUpload } from "~/domain/media/finish-upload.server";
import { BUSY } from "~/http/media/form-uploads.server";
import { readUploadForm, refuseUpload, uploadNotFound } from "~/http/media/upload-answer.server";

export async function action({ request, context, params }: ActionFunctionArgs) {
  const sent = await readUploadForm(request, context, z.object({}));
  if (!sent.ok) return sent.response;
  const finished = await finishUpload(sent.owner, params.id ?? "");
  if (!finished) return uploadNotFound();
  if (finished.ok) return json(finished);
  if (["busy", "no_store"].includes(finished.reason)) return refuseUpload(BUSY.status, finished, BUSY.headers);
  return refuseUpload(finished.reason === "broke_off" ? 409 : 400, finished);
}
