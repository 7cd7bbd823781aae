import type { ActionFunctionArgs } from "@remix-run/node";
import { findUpload } from "~/domain/media/uploads.server";
import { uploadNotFound, uploadStale } from "~/http/media/upload-answer.server";
import { uploadOwnerOf } from "~/http/media/upload-owner.server";
import { takePart } from "~/http/media/upload-parts.server";

export async function action({ request, context, params }: ActionFunctionArgs) {
  const owner = await uploadOwnerOf(request, context);
  if (!owner) return uploadStale(false);
  const upload = await findUpload(owner, params.id ?? "");
  return upload ? takePart(request, upload) : uploadNotFound();
}
