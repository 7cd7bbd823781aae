export type Film = {
  width: number;
  height: number;
  framesPerSecond: number;
  /** The pictures as H.264 units, one each, and which of them a player may begin at. */
  frames: { unit: Buffer; isKey: boolean }[];
  profile: { idc: number; constraints: number; level: number };
  sequenceParameters: Buffer;
  pictureParameters: Buffer;
};

const unitsPerFrame = 1000;
const trackId = 1;

/**
 * One film in the file format of ISO/IEC 14496-12, with H.264 in it as 14496-15 has it. What a player must know comes
 * before the pictures, so that it can begin while the rest still arrives.
 */
export function mp4(film: Film): Buffer {
  const samples = film.frames.map(({ unit }) => Buffer.concat([u32(unit.length), unit]));
  const before = (firstSampleAt: number) => Buffer.concat([fileType(), movie(film, samples, firstSampleAt)]);
  const media = box("mdat", ...samples);
  const boxHead = 8;
  return Buffer.concat([before(before(0).length + boxHead), media]);
}

/** ftyp, clause 4.3. */
const fileType = () => box("ftyp", text("isom"), u32(512), text("isom"), text("iso2"), text("avc1"), text("mp41"));

/** moov, clause 8.2.1. */
const movie = (film: Film, samples: Buffer[], firstSampleAt: number) =>
  box("moov", movieHeader(film), box("trak", trackHeader(film), media(film, samples, firstSampleAt)));

const timescale = ({ framesPerSecond }: Film) => framesPerSecond * unitsPerFrame;
const duration = ({ frames }: Film) => frames.length * unitsPerFrame;

/** The matrix that leaves a picture as it is: 16.16 numbers, the last column 2.30. */
const upright = Buffer.concat([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map(u32));

/** mvhd, clause 8.2.2. */
const movieHeader = (film: Film) =>
  fullBox("mvhd", 0, ...times(), u32(timescale(film)), u32(duration(film)), playedAt(1, 1), upright, zeros(24), u32(2));

/** Normal speed, and a loudness. */
const playedAt = (rate: number, volume: number) => Buffer.concat([u32(rate << 16), u16(volume << 8), zeros(10)]);

/** Made and changed: at no time, so that the file is the same whenever it is made. */
const times = () => [u32(0), u32(0)];

/** tkhd, clause 8.3.2: enabled, part of the movie and of its preview. */
const trackHeader = (film: Film) =>
  fullBox(
    "tkhd",
    7,
    ...times(),
    u32(trackId),
    zeros(4),
    u32(duration(film)),
    zeros(16),
    upright,
    u32(film.width << 16),
    u32(film.height << 16),
  );

/** mdia, clause 8.4.1. */
const media = (film: Film, samples: Buffer[], firstSampleAt: number) =>
  box(
    "mdia",
    fullBox("mdhd", 0, ...times(), u32(timescale(film)), u32(duration(film)), language("und"), u16(0)),
    fullBox("hdlr", 0, zeros(4), text("vide"), zeros(12), text("Video\0")),
    box("minf", fullBox("vmhd", 1, zeros(8)), dataInThisFile(), sampleTable(film, samples, firstSampleAt)),
  );

/** Three letters of five bits each, clause 8.4.2.3. */
const language = (code: string) =>
  u16([...code].reduce((sum, letter) => (sum << 5) | (letter.charCodeAt(0) - 0x60), 0));

/** dinf, clause 8.7.1. */
const dataInThisFile = () => box("dinf", fullBox("dref", 0, u32(1), fullBox("url ", 1)));

/** stbl, clause 8.5.1: all samples last as long, and lie in one chunk one after the other. */
const sampleTable = (film: Film, samples: Buffer[], firstSampleAt: number) => {
  const keys = film.frames.flatMap(({ isKey }, index) => (isKey ? [u32(index + 1)] : []));
  return box(
    "stbl",
    fullBox("stsd", 0, u32(1), visualSampleEntry(film)),
    fullBox("stts", 0, u32(1), u32(samples.length), u32(unitsPerFrame)),
    fullBox("stss", 0, u32(keys.length), ...keys),
    fullBox("stsc", 0, u32(1), u32(1), u32(samples.length), u32(1)),
    fullBox("stsz", 0, u32(0), u32(samples.length), ...samples.map(({ length }) => u32(length))),
    fullBox("stco", 0, u32(1), u32(firstSampleAt)),
  );
};

/** avc1, clauses 8.5.2 and 12.1.3, and 14496-15 clause 5.4.2. */
const visualSampleEntry = (film: Film) => {
  const resolution = u32(72 << 16);
  const framesInSample = u16(1);
  const depth = u16(24);
  return box(
    "avc1",
    zeros(6),
    u16(1), // data_reference_index
    zeros(16),
    u16(film.width),
    u16(film.height),
    resolution,
    resolution,
    zeros(4),
    framesInSample,
    zeros(32), // compressorname
    depth,
    u16(0xffff), // pre_defined
    decoderConfiguration(film),
  );
};

/** avcC, 14496-15 clause 5.3.3.1: the parameter sets, and that every unit follows its length in four bytes. */
const decoderConfiguration = ({ profile, sequenceParameters, pictureParameters }: Film) => {
  const version = 1;
  const lengthsOfFourBytes = 0b1111_1111;
  const oneSequenceSet = 0b1110_0001;
  return box(
    "avcC",
    Buffer.from([version, profile.idc, profile.constraints, profile.level, lengthsOfFourBytes, oneSequenceSet]),
    u16(sequenceParameters.length),
    sequenceParameters,
    Buffer.from([1]),
    u16(pictureParameters.length),
    pictureParameters,
  );
};

/** Clause 4.2: a length with the head in it, a name, and what is inside. */
function box(name: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(inside.length + 8), text(name), inside]);
}

/** A box with a version, always 0 here, and flags. */
function fullBox(name: string, flags: number, ...content: Buffer[]): Buffer {
  return box(name, u32(flags), ...content);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(value, "latin1");
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count);
}
