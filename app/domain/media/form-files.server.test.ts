import { createId } from "@paralleldrive/cuid2";
import { expect, it } from "vitest";
import { createDraft } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { listFormFiles } from "./form-files.server";
import { uploadOwner } from "./uploads.server";

it("a form that is sent twice at once shows the file that its draft has once", async () => {
  const { user } = await createUser();
  const [owner, formId, content] = [uploadOwner({ userId: user.id }), createId(), Buffer.from("a photo")];
  await createUpload(owner, formId, { content });
  const id = await createDraft(user, { formId, files: { owner, formId } });
  await createUpload(owner, formId, { content });
  await createUpload(owner, formId, { content, fileName: "again.jpg" });
  const files = await listFormFiles(owner, formId, async () => id);
  expect(files.map(({ state, fileName }) => [state, fileName])).toEqual([
    ["saved", "mia.jpg"],
    ["ready", "again.jpg"],
  ]);
});
