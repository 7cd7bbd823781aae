import { createId } from "@paralleldrive/cuid2";
import { expect, it } from "vitest";
import { uploadOwner } from "~/domain/media/uploads.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { createLetter, letterInput, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { listCovers } from "./covers.server";
import { listTimeline } from "./timeline.server";

it("is the first photo of a memory, also once the file before it was removed", async () => {
  const { user } = await createUser();
  const [owner, formId] = [uploadOwner({ userId: user.id }), createId()];
  const video = await createUpload(owner, formId, { kind: "video", contentType: "video/mp4", position: 0 });
  const sea = await createUpload(owner, formId, { position: 1, altText: "The sea" });
  const boat = await createUpload(owner, formId, { position: 2, altText: "The boat" });
  const input = letterInput({ type: "future-self", formId });
  const id = await createLetter(user, { ...input, files: { owner, formId } });
  const coverOf = async () => (await listCovers((await listTimeline(user, {})).entries)).get(id);
  expect(await coverOf()).toEqual({ id: sea.id, altText: "The sea" });
  await updateVault(user, id, { ...input, files: { owner, formId, removed: [video.id, sea.id] } }, WRITTEN_AT);
  expect(await coverOf()).toEqual({ id: boat.id, altText: "The boat" });
});
