import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import type { MediaKind } from "~/domain/media/media";
import type { UploadRefusal } from "~/domain/media/refusals";
import { avif, gif, heicHead, jpeg, phoneJpeg, png, webp } from "./photos.ts";
import { aac, avi, box, m4a, mkv, mp3, mp4, ogg, voiceWebm, wav, webm } from "./recordings.ts";

export type HostileFile = {
  name: string;
  kind: MediaKind;
  make: () => Buffer | Promise<Buffer>;
  reason: UploadRefusal;
  found?: MediaKind;
};

const PAGE = Buffer.from("<html><script>fetch('/settings')</script></html>");

/** A ZIP archive with one empty file. */
export function zip(): Buffer {
  const name = Buffer.from("a.class");
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.write("PK\x01\x02", "latin1");
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length, 16);
  return Buffer.concat([local, name, entry, name, end]);
}

/** A small PNG of 30,000 by 30,000 black pixels, which takes 2.7 GB when decoded. */
function bombPng(side = 30_000): Buffer {
  const row = Buffer.alloc(1 + side * 3);
  const rows = deflateSync(Buffer.concat(Array.from({ length: 200 }, () => row)), { level: 9 });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** 7,070 by 7,070 grey pixels in a kilobyte, which take 900 MB when decoded. */
export const bombAvif = () => readFileSync(new URL("./bomb.avif", import.meta.url));

/** Claims to be of 100 by 100 pixels. */
function lyingAvif(): Buffer {
  const picture = bombAvif();
  const size = picture.indexOf("ispe") + 8;
  picture.writeUInt32BE(100, size);
  picture.writeUInt32BE(100, size + 4);
  return picture;
}

/** A header of `side` by `side` pixels, before the data of a small picture. */
async function interlacedPng(side: number): Promise<Buffer> {
  const small = await sharp(await png(64, 64))
    .png({ progressive: true })
    .toBuffer();
  const header = Buffer.from(small.subarray(16, 29));
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([small.subarray(0, 8), pngChunk("IHDR", header), small.subarray(33)]);
}

async function progressiveJpeg(side: number): Promise<Buffer> {
  const small = await sharp(await jpeg(64, 64))
    .toColourspace("cmyk")
    .jpeg({ progressive: true })
    .toBuffer();
  const frame = small.indexOf(Buffer.from([0xff, 0xc2]));
  small.writeUInt16BE(side, frame + 5);
  small.writeUInt16BE(side, frame + 7);
  return small;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const and = (file: () => Buffer | Promise<Buffer>, more: Buffer) => async () => Buffer.concat([await file(), more]);
const cut =
  (file: () => Buffer | Promise<Buffer>, share = 0.6) =>
  async () => {
    const whole = await file();
    return whole.subarray(0, Math.floor(whole.length * share));
  };

/** A JPEG with HTML in its comment. */
async function commentedJpeg(): Promise<Buffer> {
  const whole = await jpeg();
  const length = Buffer.from([0, PAGE.length + 2]);
  return Buffer.concat([whole.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, PAGE, whole.subarray(2)]);
}

/** A JPEG with overwritten image data. */
async function brokenJpeg(): Promise<Buffer> {
  const whole = Buffer.from(
    await sharp(await phoneJpeg())
      .jpeg()
      .toBuffer(),
  );
  whole.fill(0xa5, whole.indexOf(Buffer.from([0xff, 0xc4])) + 4, whole.length - 2);
  return whole;
}

/** A GIF that is also a script, as in `GIF89a=1;alert()`. */
const scriptGif = () => Buffer.from(`GIF89a/*${"\0".repeat(20)}*/=1;alert(document.cookie)//`);

/** Wrong, damaged and malicious files, and the expected result of their inspection. */
/** Boxes without content, beside the tracks of a film. */
export function withBoxes(count: number): Buffer {
  const film = mp4();
  const at = film.indexOf("moov") - 4;
  const end = at + film.readUInt32BE(at);
  const movie = box("moov", film.subarray(at + 8, end), Buffer.alloc(8 * count, "\0\0\0\x08none"));
  return Buffer.concat([film.subarray(0, at), film.subarray(end), movie]);
}

export const HOSTILE: HostileFile[] = [
  { name: "nothing", kind: "photo", make: () => Buffer.alloc(0), reason: "empty" },
  { name: "a shell script", kind: "photo", make: () => Buffer.from("#!/bin/sh\nrm -rf /\n"), reason: "not_media" },
  { name: "a PHP script", kind: "photo", make: () => Buffer.from("<?php system($_GET['c']);"), reason: "not_media" },
  { name: "a web page", kind: "photo", make: () => PAGE, reason: "not_media" },
  {
    name: "a Windows program",
    kind: "video",
    make: () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(500)]),
    reason: "not_media",
  },
  { name: "a PDF", kind: "photo", make: () => Buffer.from("%PDF-1.7\n1 0 obj\n"), reason: "not_media" },
  { name: "an archive", kind: "audio", make: zip, reason: "not_media" },
  { name: "text", kind: "audio", make: () => Buffer.from("la la la"), reason: "not_media" },
  {
    name: "a drawing",
    kind: "photo",
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    reason: "svg",
  },
  {
    name: "a drawing with a prologue",
    kind: "photo",
    make: () =>
      Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'),
    reason: "svg",
  },
  { name: "a HEIC photo", kind: "photo", make: heicHead, reason: "heic" },
  {
    name: "a TIFF picture",
    kind: "photo",
    make: () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
        .tiff()
        .toBuffer(),
    reason: "wrong_slot",
  },
  { name: "a film as a photo", kind: "photo", make: mp4, reason: "wrong_slot", found: "video" },
  { name: "a photo as a film", kind: "video", make: () => jpeg(), reason: "wrong_slot", found: "photo" },
  { name: "a photo as a sound", kind: "audio", make: () => png(), reason: "wrong_slot", found: "photo" },
  { name: "a film as a sound", kind: "audio", make: mp4, reason: "wrong_slot", found: "video" },
  { name: "a sound as a film", kind: "video", make: () => m4a("isom"), reason: "wrong_slot", found: "audio" },
  { name: "a voice as a film", kind: "video", make: voiceWebm, reason: "wrong_slot", found: "audio" },
  { name: "a melody as a photo", kind: "photo", make: mp3, reason: "wrong_slot", found: "audio" },
  { name: "a PNG of 900 million pixels", kind: "photo", make: () => bombPng(), reason: "too_many_pixels" },
  { name: "an AVIF of 50 million pixels", kind: "photo", make: bombAvif, reason: "too_many_pixels" },
  { name: "an AVIF with a false size", kind: "photo", make: lyingAvif, reason: "damaged" },
  {
    name: "an interlaced PNG of 50 million pixels",
    kind: "photo",
    make: () => interlacedPng(7_070),
    reason: "too_many_pixels",
  },
  {
    name: "a progressive CMYK JPEG of 50 million pixels",
    kind: "photo",
    make: () => progressiveJpeg(7_070),
    reason: "too_many_pixels",
  },
  { name: "a JPEG with a page behind it", kind: "photo", make: and(() => jpeg(), PAGE), reason: "hidden_content" },
  { name: "a JPEG with a page in it", kind: "photo", make: commentedJpeg, reason: "hidden_content" },
  { name: "a JPEG with an archive behind it", kind: "photo", make: and(() => jpeg(), zip()), reason: "hidden_content" },
  {
    name: "a JPEG with noise behind it",
    kind: "photo",
    make: and(() => jpeg(), Buffer.from("abcdefgh".repeat(9))),
    reason: "hidden_content",
  },
  { name: "a GIF with a page behind it", kind: "photo", make: and(() => gif(), PAGE), reason: "hidden_content" },
  { name: "a GIF with an archive behind it", kind: "photo", make: and(() => gif(), zip()), reason: "hidden_content" },
  { name: "a GIF that is a program", kind: "photo", make: scriptGif, reason: "truncated" },
  { name: "a PNG with an archive behind it", kind: "photo", make: and(() => png(), zip()), reason: "hidden_content" },
  { name: "a PNG with a page behind it", kind: "photo", make: and(() => png(), PAGE), reason: "hidden_content" },
  {
    name: "a WebP with a PDF behind it",
    kind: "photo",
    make: and(() => webp(), Buffer.from("%PDF-1.7")),
    reason: "hidden_content",
  },
  {
    name: "an AVIF with a page behind it",
    kind: "photo",
    make: and(() => avif(64, 64), PAGE),
    reason: "hidden_content",
  },
  { name: "a film with an archive behind it", kind: "video", make: and(mp4, zip()), reason: "hidden_content" },
  { name: "a film with a page behind it", kind: "video", make: and(mp4, PAGE), reason: "hidden_content" },
  {
    name: "a film with an archive in a box of its own",
    kind: "video",
    make: async () => Buffer.concat([mp4(), Buffer.from([0, 0, 0, 8 + zip().length]), Buffer.from("free"), zip()]),
    reason: "hidden_content",
  },
  { name: "a WebM with a page behind it", kind: "video", make: and(() => webm(), PAGE), reason: "hidden_content" },
  { name: "a WAV with an archive behind it", kind: "audio", make: and(wav, zip()), reason: "hidden_content" },
  { name: "an MP3 with an archive behind it", kind: "audio", make: and(() => mp3(), zip()), reason: "hidden_content" },
  {
    name: "an MP3 with a page in its tag",
    kind: "audio",
    make: () => Buffer.concat([mp3().subarray(0, 10), PAGE, Buffer.alloc(64 - PAGE.length), mp3().subarray(74)]),
    reason: "hidden_content",
  },
  { name: "half a JPEG", kind: "photo", make: cut(() => jpeg()), reason: "truncated" },
  { name: "half a PNG", kind: "photo", make: cut(() => png()), reason: "truncated" },
  { name: "half a GIF", kind: "photo", make: cut(() => gif()), reason: "truncated" },
  { name: "half a WebP", kind: "photo", make: cut(() => webp()), reason: "truncated" },
  { name: "half an AVIF", kind: "photo", make: cut(() => avif(64, 64), 0.9), reason: "truncated" },
  { name: "half a film", kind: "video", make: cut(mp4), reason: "truncated" },
  { name: "half a WebM", kind: "video", make: cut(() => webm()), reason: "truncated" },
  { name: "half an MKV", kind: "video", make: cut(mkv), reason: "truncated" },
  { name: "half an AVI", kind: "video", make: cut(avi), reason: "truncated" },
  { name: "half a WAV", kind: "audio", make: cut(wav), reason: "truncated" },
  { name: "half an Ogg", kind: "audio", make: cut(ogg, 0.9), reason: "truncated" },
  { name: "half an M4A", kind: "audio", make: cut(() => m4a(), 0.9), reason: "truncated" },
  { name: "a JPEG with other data in it", kind: "photo", make: brokenJpeg, reason: "damaged" },
  {
    name: "a film without tracks",
    kind: "video",
    make: () => Buffer.concat([mp4().subarray(0, 32), Buffer.from([0, 0, 0, 8]), Buffer.from("moov")]),
    reason: "damaged",
  },
  {
    name: "a film with too many boxes",
    kind: "video",
    make: () => withBoxes(65_000),
    reason: "damaged",
  },
  { name: "an MP3 of a tag alone", kind: "audio", make: () => mp3().subarray(0, 74), reason: "not_media" },
  {
    name: "an AAC of one frame",
    kind: "audio",
    make: () => Buffer.concat([aac().subarray(0, 13), Buffer.alloc(100)]),
    reason: "damaged",
  },
];
