import { randomBytes } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { addHours } from "date-fns";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pictureBytes } from "../../../tests/factories/media-content";
import { type CloudinaryMock, startCloudinary } from "../../../tests/mocks/cloudinary";

const load = async () => ({
  ...(await import("~/domain/media/receive-part.server")),
  ...(await import("~/domain/media/start-upload.server")),
  ...(await import("~/domain/media/sweep-uploads.server")),
  ...(await import("~/domain/media/uploads.server")),
  ...(await import("./upload-parts.server")),
  mediaStore: await import("~/services/media-store.server"),
});

describe("with media at Cloudinary, an upload", () => {
  let cloudinary: CloudinaryMock;
  let app: Awaited<ReturnType<typeof load>>;
  let owner: string;

  beforeAll(async () => {
    cloudinary = await startCloudinary();
    vi.stubEnv("CLOUDINARY_URL", cloudinary.setting);
    app = await load();
  });
  afterAll(() => cloudinary.close());
  beforeEach(() => {
    owner = app.uploadOwner({ userId: createId() });
  });

  async function start(bytes: number) {
    const file = { kind: "photo", fileName: "mia.jpg", bytes, formId: createId(), type: "letter" } as const;
    const started = await app.startUpload(owner, file);
    if (!started.ok) throw new Error(started.message);
    return started.upload;
  }
  const uploadTarget = async (id: string) => {
    const upload = await app.findUpload(owner, id);
    if (!upload) throw new Error("The upload is gone.");
    return app.uploadTarget(new Request("http://localhost:3000/uploads"), upload);
  };

  it("goes on through this server if its first part came here, before Cloudinary was configured", async () => {
    const upload = await start(200_000);
    const direct = await uploadTarget(upload.id);
    expect(direct.to.url).toMatch(cloudinary.url);
    expect(direct.partBytes, "Cloudinary loses all of a part that breaks off").toBe(5 * 1024 * 1024);
    const part = [randomBytes(150_000)];
    await app.receiveUploadPart(
      upload,
      0,
      (async function* () {
        yield* part;
      })(),
    );
    expect((await uploadTarget(upload.id)).to.url).toBe(`/uploads/${upload.id}/content`);
  });

  it.each([
    ["Cloudinary answered", false],
    ["it did not", true],
  ])("leaves nothing there if it was removed while its last part arrived, and %s", async (_, isDown) => {
    const content = pictureBytes(1000);
    const { id } = await start(content.length);
    const { url, fields } = (await uploadTarget(id)).to;
    const deletion = vi.spyOn(app.mediaStore, "deleteMedia");
    if (isDown) deletion.mockRejectedValue(new app.mediaStore.MediaUnavailable());
    await app.removeUpload(owner, id);
    deletion.mockRestore();
    await app.sweepUploads(addHours(new Date(), 1));
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(content)]), "file");
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(200);
    expect(cloudinary.assets()).toHaveLength(1);
    await app.sweepUploads(addHours(new Date(), 3));
    expect(cloudinary.assets()).toEqual([]);
  });
});
