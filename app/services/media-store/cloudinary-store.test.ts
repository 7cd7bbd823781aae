import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { createId } from "@paralleldrive/cuid2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytesOf, pictureBytes } from "../../../tests/factories/media-content";
import { type CloudinaryFault, type CloudinaryMock, startCloudinary } from "../../../tests/mocks/cloudinary";
import { createCloudinaryStore } from "./cloudinary-store.server";
import { createDiskStore } from "./disk-store.server";
import {
  type DirectUpload,
  type MediaKind,
  MediaMissing,
  MediaRefused,
  type MediaStore,
  MediaUnavailable,
  PartOutOfOrder,
} from "./store.server";

const MB = 1024 * 1024;
const PART_BYTES = 5 * MB;
const HOUR = 3_600_000;
const kind = "photo";
const about = { kind, contentType: "image/jpeg" } as const;

let cloudinary: CloudinaryMock;
let folder: string;
let disk: MediaStore;
let store: MediaStore;
let key: string;
/** How far Cloudinary's clock is ahead, in milliseconds. */
let ahead = 0;

const open = (setting = cloudinary.setting, timeoutMs = 60_000) =>
  createCloudinaryStore(setting, disk, { timeoutMs, pausesMs: [1, 1] });
const read = (range: { start?: number; end?: number } = {}) => bytesOf(store.read(key, { kind, ...range }));
const asked = () => cloudinary.requests.map(({ action }) => action);
const onDisk = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes("."));

beforeEach(async () => {
  ahead = 0;
  cloudinary = await startCloudinary({ now: () => Date.now() + ahead });
  folder = await mkdtemp(join(tmpdir(), "amberkeep-cloud-"));
  disk = createDiskStore(folder);
  store = open();
  key = `${createId()}/${createId()}`;
});
afterEach(async () => {
  await cloudinary.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a file at Cloudinary", () => {
  it.each([
    ["photo", "image", "\xff\xd8\xff\xe0"],
    ["video", "video", "\0\0\0\x20ftypisom"],
    ["audio", "video", "ID3"],
  ] as [MediaKind, string, string][])(
    "is authenticated: a %s has the resource type %s",
    async (of, resourceType, magic) => {
      await store.put(key, Buffer.from(magic.padEnd(100), "latin1"), { kind: of, contentType: "" });
      const [asset, ...others] = cloudinary.assets();
      expect(others).toEqual([]);
      expect(asset).toMatchObject({ resourceType, type: "authenticated", publicId: `amberkeep/${key}`, bytes: 100 });
    },
  );

  it("is deleted from Cloudinary's CDN, too", async () => {
    await store.put(key, pictureBytes(100), about);
    await store.delete(key, kind);
    expect(cloudinary.assets()).toEqual([]);
    expect(cloudinary.requests.at(-1)).toMatchObject({ action: "destroy", fields: { invalidate: "true" } });
  });

  it("is downloaded from URLs that are valid for minutes only", async () => {
    await store.put(key, pictureBytes(100), about);
    await read();
    const fields = cloudinary.requests.at(-1)?.fields ?? {};
    expect(Number(fields.expires_at) * 1000 - Date.now()).toBeLessThanOrEqual(300_000);
    const url = `${cloudinary.url}/v1_1/amberkeep-test/image/download?${new URLSearchParams(fields)}`;
    expect((await fetch(url)).status).toBe(200);
    ahead = 301_000;
    expect((await fetch(url)).status).toBe(401);
  });

  it("is signed with SHA-256 when the account is configured so", async () => {
    store = open(`${cloudinary.setting}&signature_algorithm=sha256`);
    const content = pictureBytes(100);
    await store.put(key, content, about);
    expect((await read()).equals(content)).toBe(true);
    await store.delete(key, kind);
    expect(cloudinary.requests.map(({ fields }) => fields.signature?.length)).toEqual([64, 64, 64]);
    expect(store.directUpload(key, kind)?.fields.signature).toHaveLength(64);
  });
});

const verbs: [string, () => Promise<unknown>][] = [
  ["put", () => store.put(key, pictureBytes(100), about)],
  ["read", () => read()],
  ["delete", () => store.delete(key, kind)],
  ["receivedBytes", () => store.receivedBytes(key, kind)],
  ["finishParts", () => store.finishParts(key, { kind, total: 100 })],
];

describe("when a request fails,", () => {
  const content = pictureBytes(100);
  beforeEach(() => store.put(key, content, about));

  describe.each(verbs)("%s", (_, verb) => {
    it.each<CloudinaryFault>(["close", "server_error", "too_many", "never_answer"])(
      "retries after %s",
      async (fault) => {
        // Long enough for a busy machine to answer the next attempt.
        if (fault === "never_answer") store = open(cloudinary.setting, 1_000);
        const faults = fault === "never_answer" ? [fault] : [fault, fault];
        cloudinary.requests.length = 0;
        cloudinary.meet(...faults);
        await verb();
        expect(cloudinary.requests.length).toBeGreaterThan(faults.length);
      },
    );

    it.each<CloudinaryFault>(["close", "server_error", "never_answer", "too_many", "missing_says_a_proxy"])(
      "reports Cloudinary as unavailable in the end, and nothing else: %s",
      async (fault) => {
        if (fault === "never_answer") store = open(cloudinary.setting, 50);
        cloudinary.meet(...Array<CloudinaryFault>(10).fill(fault));
        await expect(verb()).rejects.toThrow(MediaUnavailable);
        cloudinary.meet();
        store = open();
        expect((await read()).equals(content)).toBe(true);
      },
    );

    it("reports the same when no server responds, and for a wrong key, account name or clock", async () => {
      const elsewhere = cloudinary.setting.replace(/:\d+$/, ":9");
      for (const setting of [
        elsewhere,
        cloudinary.setting.replace("s3cret", "wrong"),
        cloudinary.setting.replace("123456789", "987654321"),
        cloudinary.setting.replace("@amberkeep", "@another"),
      ]) {
        store = open(setting);
        await expect(verb(), setting).rejects.toThrow(MediaUnavailable);
      }
      store = open();
      ahead = 2 * HOUR;
      await expect(verb()).rejects.toThrow(MediaUnavailable);
    });

    it("keeps secrets and URLs out of errors", async () => {
      for (const setting of [cloudinary.setting.replace("@amberkeep", "@another"), cloudinary.setting]) {
        store = open(setting);
        cloudinary.meet(...Array<CloudinaryFault>(10).fill("close"));
        const error = await verb().then(
          () => undefined,
          (reason) => reason,
        );
        expect(error).toBeInstanceOf(MediaUnavailable);
        expect(inspect(error, { depth: 9 })).not.toMatch(/s3cret|127\.0\.0\.1|api_key=|signature=/);
      }
    });
  });

  it("a file is not sent twice when only the response was lost", async () => {
    cloudinary.requests.length = 0;
    cloudinary.meet("accept_then_close");
    await store.put(key, pictureBytes(200), about);
    expect(asked()).toEqual(["upload", "explicit"]);
  });

  it("a file is sent again when one with the same length but another content is stored", async () => {
    const other = pictureBytes(100);
    cloudinary.requests.length = 0;
    cloudinary.meet("close");
    await store.put(key, other, about);
    expect(asked()).toEqual(["upload", "explicit", "upload"]);
    expect((await read()).equals(other)).toBe(true);
  });

  it("only the failed chunk is sent again", async () => {
    const large = pictureBytes(14 * MB);
    cloudinary.requests.length = 0;
    cloudinary.meet("ok", "accept_then_close", "ok", "ok", "close");
    await store.put(key, large, about);
    const sent = cloudinary.requests.filter(({ action }) => action === "upload");
    expect(sent.map(({ headers }) => headers["content-range"])).toEqual([
      `bytes 0-${6 * MB - 1}/-1`,
      `bytes ${6 * MB}-${12 * MB - 1}/-1`,
      `bytes ${6 * MB}-${12 * MB - 1}/-1`,
      `bytes ${12 * MB}-${14 * MB - 1}/${14 * MB}`,
      `bytes ${12 * MB}-${14 * MB - 1}/${14 * MB}`,
    ]);
    expect(new Set(sent.map(({ headers }) => headers["x-unique-upload-id"])).size).toBe(1);
    expect((await read()).equals(large)).toBe(true);
  });

  it("a download continues where it broke off", async () => {
    const large = pictureBytes(3 * MB);
    await store.put(key, large, about);
    cloudinary.requests.length = 0;
    cloudinary.meet("break_off", "close", "ok");
    expect((await read({ start: 10 })).equals(large.subarray(10))).toBe(true);
    const ranges = cloudinary.requests.map(({ headers }) => Number(/\d+/.exec(headers.range ?? "")));
    expect(ranges[0]).toBe(10);
    expect(ranges[2]).toBeGreaterThan(1 * MB);
  });

  it("a download that keeps breaking off fails in the end", async () => {
    await store.put(key, pictureBytes(3 * MB), about);
    cloudinary.meet("break_off", "close", "close", "close");
    await expect(read()).rejects.toThrow(MediaUnavailable);
  });

  it("an account that changes files is detected", async () => {
    cloudinary.meet("keeps_less");
    await expect(store.put(key, pictureBytes(200), about)).rejects.toThrow(/kept 199 bytes of 200/);
  });
});

describe("a file that Cloudinary cannot read", () => {
  it.each([
    ["of another kind", Buffer.from("<script>")],
    ["without any content", Buffer.alloc(0)],
  ])("%s is refused and not stored", async (_, content) => {
    await expect(store.put(key, content, about)).rejects.toThrow(MediaRefused);
    await expect(read()).rejects.toThrow(MediaMissing);
    expect(cloudinary.assets()).toEqual([]);
  });
});

describe("parts that this server receives", () => {
  const content = pictureBytes(300_000);
  const receiveAll = () => store.receivePart(key, { kind, start: 0, total: content.length, source: content });
  const finish = () => store.finishParts(key, { kind, total: content.length });

  it("are encrypted on the disk until the file is complete, and deleted then", async () => {
    await receiveAll();
    expect(cloudinary.assets()).toEqual([]);
    expect(await onDisk()).toEqual([`${key}.part`]);
    await finish();
    expect(cloudinary.assets()).toHaveLength(1);
    expect(await onDisk()).toEqual([]);
  });

  it("stay there while Cloudinary is unavailable, even over a restart", async () => {
    await receiveAll();
    cloudinary.meet("too_many", "too_many", "too_many");
    await expect(finish()).rejects.toThrow(MediaUnavailable);
    store = open();
    expect(await store.receivedBytes(key, kind)).toBe(content.length);
    await finish();
    expect((await read()).equals(content)).toBe(true);
    expect(await onDisk()).toEqual([]);
  });
});

describe("a file from before Cloudinary was configured", () => {
  it("is read from the disk, without a request to Cloudinary, and deleted in both places", async () => {
    const content = pictureBytes(1000);
    await disk.put(key, content, about);
    expect((await read()).equals(content)).toBe(true);
    expect(cloudinary.requests).toEqual([]);
    await store.delete(key, kind);
    await expect(read()).rejects.toThrow(MediaMissing);
  });

  it("is not required: everything works without a media folder", async () => {
    const content = pictureBytes(1000);
    disk = createDiskStore(join(folder, "missing"));
    store = open();
    await store.put(key, content, about);
    expect((await read()).equals(content)).toBe(true);
    await store.delete(key, kind);
    await expect(read()).rejects.toThrow(MediaMissing);
  });

  it("is replaced by one that is put under its key", async () => {
    const content = pictureBytes(1000);
    await disk.put(key, pictureBytes(500), about);
    await store.put(key, content, about);
    expect((await read()).equals(content)).toBe(true);
  });
});

describe("a file that a browser sends to Cloudinary", () => {
  const content = pictureBytes(PART_BYTES * 2 + 1000);
  const permission = () => store.directUpload(key, kind) as DirectUpload;

  async function sendPart({ url, fields }: DirectUpload, start: number, of = content) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(of.subarray(start, start + PART_BYTES))]), "photo.jpg");
    const end = Math.min(start + PART_BYTES, of.length) - 1;
    const headers = { "X-Unique-Upload-Id": "an-upload", "Content-Range": `bytes ${start}-${end}/${of.length}` };
    const response = await fetch(url, { method: "POST", body: form, headers });
    return { status: response.status, answer: await response.json() };
  }

  async function sendAll(to: DirectUpload, of = content) {
    for (let start = 0; start < of.length; start += PART_BYTES) {
      expect(await sendPart(to, start, of)).toMatchObject({ status: 200 });
    }
  }

  it("is stored with its last part, and read like any other", async () => {
    const to = permission();
    await sendPart(to, 0);
    await sendPart(to, PART_BYTES);
    expect(await store.receivedBytes(key, kind)).toBe(0);
    await expect(store.finishParts(key, { kind, total: content.length })).rejects.toThrow(MediaMissing);
    await sendPart(to, 2 * PART_BYTES);
    expect(await store.receivedBytes(key, kind)).toBe(content.length);
    await store.finishParts(key, { kind, total: content.length });
    expect((await read()).equals(content)).toBe(true);
  });

  it("may be started again, and a part may arrive twice", async () => {
    const to = permission();
    await sendPart(to, 0);
    await sendPart(to, PART_BYTES);
    await sendPart(to, PART_BYTES);
    await sendAll(permission());
    expect((await read()).equals(content)).toBe(true);
  });

  it("is refused with a gap, with parts that are too short, or when it is not as long as announced", async () => {
    const to = permission();
    expect(await sendPart(to, PART_BYTES)).toMatchObject({ status: 400 });
    await sendAll(to, content.subarray(0, PART_BYTES + 100));
    const finish = store.finishParts(key, { kind, total: content.length });
    await expect(finish).rejects.toThrow(PartOutOfOrder);
    await expect(finish).rejects.toMatchObject({ receivedBytes: PART_BYTES + 100 });
  });

  it("cannot be replaced with the same permission", async () => {
    const to = permission();
    await sendAll(to);
    await sendAll(to, pictureBytes(2000));
    expect((await read()).equals(content)).toBe(true);
  });

  it("needs a permission for this file, which expires after an hour", async () => {
    const { url, fields } = permission();
    const small = content.subarray(0, 100);
    const changes: Record<string, string>[] = [
      { public_id: "amberkeep/another" },
      { overwrite: "1" },
      { type: "upload" },
      { timestamp: String(Number(fields.timestamp) + 1) },
      { signature: "0".repeat(40) },
      { eager: "w_10" },
    ];
    for (const change of changes) {
      const refused = await sendPart({ url, fields: { ...fields, ...change } }, 0, small);
      expect(refused, JSON.stringify(change)).toMatchObject({ status: 401 });
    }
    ahead = HOUR + 2000;
    expect(await sendPart({ url, fields }, 0, small)).toMatchObject({ status: 400 });
    ahead = 0;
    expect(await sendPart({ url, fields }, 0, small)).toMatchObject({ status: 200 });
  });

  it("comes with no secrets, and with a URL that pages may connect to", () => {
    const { url, fields } = permission();
    expect(JSON.stringify(fields)).not.toContain("s3cret");
    expect(new URL(url).origin).toBe(store.directUploadOrigin);
    expect(Object.keys(fields).sort()).toEqual(["api_key", "overwrite", "public_id", "signature", "timestamp", "type"]);
  });
});
