import { createHash, randomBytes } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import sharp from "sharp";
import { jpeg } from "../../corpus/photos.ts";
import { type CloudinaryMock, startCloudinary } from "../../mocks/cloudinary.ts";
import { type Installation, startInstallation } from "../../setup/installation.ts";
import { expect, ready, test } from "../setup/fixtures.ts";

/** A separate installation with media at Cloudinary. */
let cloudinary: CloudinaryMock;
let installation: Installation;

// Cloudinary's CORS policy allows only the headers of its protocol.
test.use({ extraHTTPHeaders: {} });

// One worker, as the installation has one database.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  cloudinary = await startCloudinary();
  installation = await startInstallation(`${process.env.E2E_NAME ?? "e2e"}_cloudinary`, {
    CLOUDINARY_URL: cloudinary.setting,
  });
});
test.afterAll(async () => {
  await installation?.stop();
  await cloudinary?.close();
});

test("a browser uploads a photo to Cloudinary in parts, and downloads it from the app", async ({ page }) => {
  const pixels = { width: 1600, height: 1500, channels: 3 as const };
  const raw = randomBytes(pixels.width * pixels.height * pixels.channels);
  const photo = await sharp(raw, { raw: pixels }).jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);

  await page.goto(`${installation.url}/auth`);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  const sent = await page.evaluate(sendInParts, { csrf, formId: createId(), photo: photo.toString("base64") });
  expect(sent).toMatchObject({ file: { state: "ready", kind: "photo", contentType: "image/jpeg", width: 1600 } });
  expect(new URL(sent.to).origin).toBe(cloudinary.url);

  const [original, ...copies] = cloudinary.assets();
  expect(original).toMatchObject({ bytes: photo.length, type: "authenticated" });
  expect(original?.etag).toBe(createHash("md5").update(photo).digest("hex"));
  expect(copies.length).toBeGreaterThan(0);
  for (const { publicId } of copies) expect(publicId.startsWith(`${original?.publicId}.w`)).toBe(true);

  const preview = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return { status: response.status, type: response.headers.get("Content-Type"), url: response.url };
  }, `/uploads/${sent.file.id}/preview`);
  expect(preview).toEqual({
    status: 200,
    type: "image/webp",
    url: `${installation.url}/uploads/${sent.file.id}/preview`,
  });

  await page.evaluate(
    async ({ path, csrf }) => void (await fetch(path, { method: "POST", body: new URLSearchParams({ csrf }) })),
    { path: `/uploads/${sent.file.id}/remove`, csrf },
  );
  await expect.poll(() => cloudinary.assets()).toEqual([]);
});

test("a file that Cloudinary refuses is not offered again, and makes room for another", async ({ page }) => {
  await page.goto(`${installation.url}/create?type=send-to-someone&step=form`);
  await ready(page);
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel("Photo", { exact: true }).setInputFiles({ name, mimeType: "image/jpeg", buffer });
  const removed = page.waitForResponse(/\/uploads\/\w+\/remove$/);
  await choose("bad.jpg", Buffer.from("This is no photo."));
  const bad = page.locator(".file").filter({ hasText: "bad.jpg" });
  await expect(bad).toContainText("isn’t a photo we can read.");
  await expect(bad.getByRole("button", { name: "Try again" })).toBeHidden();
  await removed;
  await choose("good.jpg", await jpeg());
  await expect(page.locator(".file").filter({ hasText: "good.jpg" }).getByText("Upload Complete")).toBeVisible();
});

/** Runs in the page under its CSP: uploads as the app's script does, without retries. */
async function sendInParts({ csrf, formId, photo }: { csrf: string; formId: string; photo: string }) {
  const content = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(path, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
    return response.json();
  };
  const file = { formId, kind: "photo", fileName: "noise.jpg", bytes: String(content.length), type: "send-to-someone" };
  const { id, to, partBytes } = await post("/uploads", file);
  for (let start = 0; start < content.length; start += partBytes) {
    const end = Math.min(start + partBytes, content.length);
    const form = new FormData();
    for (const [name, value] of Object.entries(to.fields)) form.append(name, String(value));
    form.append("file", new Blob([content.subarray(start, end)]), "noise.jpg");
    const headers = { "X-Unique-Upload-Id": id, "Content-Range": `bytes ${start}-${end - 1}/${content.length}` };
    const response = await fetch(to.url, { method: "POST", body: form, headers });
    if (!response.ok) throw new Error(`A part was answered with ${response.status}: ${await response.text()}`);
  }
  return { to: String(to.url), ...(await post(`/uploads/${id}/finish`, {})) };
}
