import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { describeUpload } from "~/domain/media/form-files.server";
import { uploadNotFound } from "~/http/media/upload-answer.server";
import { uploadOwnerOf } from "~/http/media/upload-owner.server";

/** Progress of an upload, for resuming it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const owner = await uploadOwnerOf(request, context);
  const file = owner && (await describeUpload(owner, params.id ?? ""));
  return file ? json({ ok: true, file }) : uploadNotFound();
}
