import type { MediaKind } from "~/domain/media/media";
import {
  avi,
  box,
  chunk,
  element,
  fullBox,
  m4a,
  mp3,
  mp4,
  oggPage,
  string,
  u16,
  u32,
  wav,
  webm,
} from "./recordings.ts";

/** Where the recordings below were made, as ISO 6709 writes it. */
export const PLACE = "+54.3250+010.1340+012.000/";
const place = Buffer.from(PLACE);

const text = (value: Buffer) => Buffer.concat([u16(value.length), u16(0x15c7), value]);
const data = (value: Buffer) => box("data", u32(1), u32(0), value);

/** What Android (`©xyz`, `loci`), iPhones (`keys`) and editors (`uuid`) write. */
function userData(): Buffer[] {
  const location = Buffer.concat([u16(0x15c7), Buffer.from("Home\0\0"), place]);
  const key = Buffer.from("com.apple.quicktime.location.ISO6709");
  const handler = fullBox("hdlr", u32(0), Buffer.from("mdta"), Buffer.alloc(13));
  return [
    box("udta", box("\xa9xyz", text(place)), fullBox("loci", location)),
    box("meta", handler, fullBox("keys", u32(1), box("mdta", key)), box("ilst", box("\0\0\0\x01", data(place)))),
    box("uuid", Buffer.alloc(16, 0xbe), Buffer.from(`<x:xmpmeta exif:GPSLatitude="${PLACE}"/>`)),
    box("gps ", place),
  ];
}

/** A track that says where the camera was, second by second, as GoPro's `gpmd`. `at`: where its two chunks are. */
function telemetryTrack(at: number): Buffer {
  const table = box(
    "stbl",
    fullBox("stsd", u32(1), box("gpmd", Buffer.alloc(8))),
    fullBox("stsc", u32(1), u32(1), u32(1), u32(1)),
    fullBox("stsz", u32(0), u32(2), u32(place.length), u32(place.length)),
    fullBox("stco", u32(2), u32(at), u32(at + place.length)),
  );
  const handler = fullBox("hdlr", u32(0), Buffer.from("meta"), Buffer.alloc(13));
  return box("trak", fullBox("tkhd", Buffer.alloc(80)), box("mdia", handler, box("minf", table)));
}

/** The movie box grows, so it moves to the end; the data that the original's tracks point at stays in place. */
export function withPlace(original: Buffer): Buffer {
  const at = original.indexOf("moov") - 4;
  const movie = original.subarray(at + 8, at + original.readUInt32BE(at));
  const rest = Buffer.from(original);
  rest.write("free", at + 4);
  const track = movie.indexOf("trak") - 4;
  const tracked = box("trak", movie.subarray(track + 8, track + movie.readUInt32BE(track)), ...userData());
  const before = Buffer.concat([rest, box("uuid", place)]);
  const after = Buffer.concat([movie.subarray(0, track), tracked, movie.subarray(track + movie.readUInt32BE(track))]);
  return Buffer.concat([
    before,
    box("mdat", place, place),
    box("moov", after, telemetryTrack(before.length + 8), ...userData()),
  ]);
}

const PICTURE = Buffer.from("A second of pictures. ");

/**
 * Like `camm` of Android's cameras, in fragments: pictures and positions alternate, with every way to write their
 * offset and length.
 */
function fragmentedWithPlace(): Buffer {
  const original = mp4();
  const at = original.indexOf("moov") - 4;
  const movie = original.subarray(at + 8, at + original.readUInt32BE(at));
  const video = movie.readUInt32BE(movie.indexOf("tkhd") + 16);
  const places = video + 1;
  const handler = fullBox("hdlr", u32(0), Buffer.from("camm"), Buffer.alloc(13));
  const table = box("stbl", fullBox("stsd", u32(0)), fullBox("stsc", u32(0)), fullBox("stco", u32(0)));
  const header = fullBox("tkhd", u32(0), u32(0), u32(places), Buffer.alloc(68));
  const track = box("trak", header, box("mdia", handler, box("minf", table)));
  const trex = (id: number, bytes: number) => fullBox("trex", u32(id), u32(1), u32(1000), u32(bytes), u32(0));
  const extended = box("mvex", trex(video, PICTURE.length), trex(places, 0));
  const start = Buffer.concat([original.subarray(0, original.readUInt32BE(0)), box("moov", movie, track, extended)]);

  const ofFragment = (...sent: [id: number, flags: number, base: Buffer, run: Buffer][]) =>
    box(
      "moof",
      fullBox("mfhd", u32(1)),
      ...sent.map(([id, flags, base, run]) => box("traf", box("tfhd", u32(flags), u32(id), base), box("trun", run))),
      box("uuid", place),
    );
  const none = Buffer.alloc(0);
  const sized = (offset: number) => Buffer.concat([u32(0x301), u32(1), u32(offset), u32(1000), u32(place.length)]);
  const both = (offset: number) =>
    ofFragment(
      [video, 0x2_0000, none, Buffer.concat([u32(0x1), u32(1), u32(offset)])],
      [places, 0x2_0000, none, sized(offset + PICTURE.length)],
    );
  const first = Buffer.concat([both(both(0).length + 8), box("mdat", PICTURE, place)]);
  const second = (base: number) =>
    ofFragment(
      [places, 0x11, Buffer.concat([u32(0), u32(base), u32(place.length)]), Buffer.concat([u32(0x1), u32(1), u32(0)])],
      [video, 0, none, Buffer.concat([u32(0x4), u32(1), u32(0)])],
    );
  const secondAt = start.length + first.length;
  const fragment = second(secondAt + second(0).length + 8);
  return Buffer.concat([start, first, fragment, box("mdat", place, PICTURE, PICTURE.subarray(0, 4), place)]);
}

const tags = (id = 0x1254c367) =>
  element(id, element(0x7373, element(0x67c8, string(0x45a3, "LOCATION"), string(0x4487, PLACE))));

/** `live`: as recording browsers write it, with lengths left open. */
async function matroskaWithPlace(live: boolean): Promise<Buffer> {
  const more = Buffer.concat([tags(), tags(0x1941a469)]);
  const original = await webm({ live });
  if (live) return Buffer.concat([original, more]);
  const length = original.indexOf(Buffer.from("18538067", "hex")) + 4;
  original.writeBigUInt64BE(original.readBigUInt64BE(length) + BigInt(more.length), length);
  return Buffer.concat([original, more]);
}

function riffWithPlace(original: Buffer): Buffer {
  const comments = chunk("LIST", Buffer.from("INFO"), chunk("ICMT", place));
  const first = Buffer.concat([original.subarray(0, 12), comments, original.subarray(12), chunk("id3 ", place)]);
  first.writeUInt32LE(first.length - 8, 4);
  return first;
}

function mp3WithPlace(): Buffer {
  const tagged = mp3({ tagBytes: 100 });
  tagged.write(`TXXX\0\0\0\x30\0\0\0LOCATION\0${PLACE}`, 10, "latin1");
  const footer = Buffer.alloc(32);
  footer.write("APETAGEX", "latin1");
  footer.writeUInt32LE(place.length + 32, 12);
  return Buffer.concat([tagged, place, footer, Buffer.from(`TAG${PLACE}`.padEnd(128, "\0"))]);
}

const OGG_SOUND = oggPage([Buffer.from([0xf8, 0xff, 0xfe])], { flags: 4, sequence: 3, position: 960 });

/** The comments reach over two pages, and a place follows the last one. */
function oggWithPlace(): Buffer {
  const size = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
  const comment = (value: string) => Buffer.concat([size(value.length), Buffer.from(value)]);
  const comments = [comment(`LOCATION=${PLACE}`), comment(`GEO=${"x".repeat(230)}${PLACE}`)];
  const packet = Buffer.concat([Buffer.from("OpusTags"), comment("Corpus"), size(2), ...comments]);
  const head = Buffer.concat([Buffer.from("OpusHead\x01\x01\0\0", "latin1"), Buffer.from([0x80, 0xbb, 0, 0, 0, 0, 0])]);
  return Buffer.concat([
    oggPage([head], { flags: 2, sequence: 0, position: 0 }),
    oggPage([packet.subarray(0, 255)], { flags: 0, sequence: 1, position: 0 }),
    oggPage([packet.subarray(255)], { flags: 1, sequence: 2, position: 0 }),
    OGG_SOUND,
    TRAILER,
  ]);
}

type Located = {
  name: string;
  kind: MediaKind;
  contentType: string;
  make: () => Buffer | Promise<Buffer>;
  /** The picture and sound in the file. */
  payload: () => Buffer | Promise<Buffer>;
};

/** Like some dashcams, which write positions after what players read. */
const TRAILER = Buffer.concat([Buffer.from("\xff\xfe\0\x01\0\0\0\x01", "latin1"), place, Buffer.alloc(4)]);

/** Inside of the movie box, and after the last one. */
function mp4WithTrailers(): Buffer {
  const original = mp4();
  const at = original.indexOf("moov") - 4;
  const end = at + original.readUInt32BE(at);
  const movie = box("moov", original.subarray(at + 8, end), TRAILER);
  return Buffer.concat([original.subarray(0, at), original.subarray(end), movie, TRAILER]);
}

const from = (start: string | Buffer, content: Buffer) => content.subarray(content.indexOf(start));
const CLUSTER = Buffer.from("1f43b675", "hex");

/** A recording of every kind that can say where it was made. */
export const LOCATED: Located[] = [
  {
    name: "an MP4",
    kind: "video",
    contentType: "video/mp4",
    make: () => withPlace(mp4()),
    payload: () => from("mdat", mp4()),
  },
  {
    name: "an MP4 in fragments",
    kind: "video",
    contentType: "video/mp4",
    make: fragmentedWithPlace,
    payload: () => PICTURE,
  },
  {
    name: "an MP4 with positions behind its boxes",
    kind: "video",
    contentType: "video/mp4",
    make: mp4WithTrailers,
    payload: () => from("mdat", mp4()).subarray(0, 1_000),
  },
  {
    name: "an M4A",
    kind: "audio",
    contentType: "audio/mp4",
    make: () => withPlace(m4a()),
    payload: () => from("mdat", m4a()),
  },
  {
    name: "a WebM",
    kind: "video",
    contentType: "video/webm",
    make: () => matroskaWithPlace(false),
    payload: async () => from(CLUSTER, await webm()),
  },
  {
    name: "a WebM that a browser recorded",
    kind: "video",
    contentType: "video/webm",
    make: () => matroskaWithPlace(true),
    payload: async () => from(CLUSTER, await webm({ live: true })),
  },
  {
    name: "a WebM with positions behind its segment",
    kind: "video",
    contentType: "video/webm",
    make: async () => Buffer.concat([await webm(), TRAILER]),
    payload: async () => from(CLUSTER, await webm()),
  },
  {
    name: "a recorded WebM with positions behind its blocks",
    kind: "video",
    contentType: "video/webm",
    make: async () => Buffer.concat([await webm({ live: true }), TRAILER]),
    payload: async () => from(CLUSTER, await webm({ live: true })),
  },
  {
    name: "a WAV",
    kind: "audio",
    contentType: "audio/wav",
    make: () => riffWithPlace(wav()),
    payload: () => from("data", wav()),
  },
  {
    name: "an AVI",
    kind: "video",
    contentType: "video/vnd.avi",
    make: async () => riffWithPlace(await avi()),
    payload: async () => from("movi", await avi()),
  },
  {
    name: "an MP3",
    kind: "audio",
    contentType: "audio/mpeg",
    make: mp3WithPlace,
    payload: () => from(Buffer.from([0xff, 0xfb]), mp3()),
  },
  { name: "an Ogg", kind: "audio", contentType: "audio/ogg", make: oggWithPlace, payload: () => OGG_SOUND },
];
