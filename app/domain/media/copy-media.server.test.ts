import type { Readable } from "node:stream";
import { createId } from "@paralleldrive/cuid2";
import { expect, it, vi } from "vitest";
import { png } from "../../../tests/corpus/photos";
import { createLetter } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { copyMedia } from "./copy-media.server";
import { addMedia } from "./media.server";
import { uploadOwner } from "./uploads.server";

const opened = vi.hoisted((): Readable[] => []);

vi.mock("~/services/media-store.server", async (original) => {
  const store = await original<typeof import("~/services/media-store.server")>();
  const readMedia: typeof store.readMedia = async (...given) => {
    const content = await store.readMedia(...given);
    opened.push(content);
    return content;
  };
  return { ...store, readMedia };
});

it("closes the file of a copy that the form has no room for", async () => {
  const { user } = await createUser();
  const vaultId = await createLetter(user);
  const id = await addMedia(vaultId, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
  const form = { owner: uploadOwner({ userId: user.id }), formId: createId(), type: "letter" as const };
  await createUpload(form.owner, form.formId);
  const copied = await copyMedia({ ...form, vaultId, ids: [id], altTexts: {}, storer: user });
  expect(copied).toMatchObject({ ok: false, reason: "too_many_files" });
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});
