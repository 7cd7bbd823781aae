import type { Picture, Plane } from "./picture.ts";

/** Where in the picture before a block comes from, in samples of brightness. Even, so that colour moves by whole samples. */
export type Vector = { x: number; y: number };

export type Prediction = { kind: "moved"; by: Vector } | { kind: "row" } | { kind: "column" };
export type Coded = Prediction | { kind: "samples" };

const still: Vector = { x: 0, y: 0 };

/** How far a sample may be off before the block counts as not foretold: less than an eye can see. None is best. */
const tolerances = [0, 1, 2];

/** Brightness and the two of colour. */
const parts = [0, 1, 2] as const;

type Place = { picture: Picture; decoded: Picture; before?: Picture; column: number; row: number };

/**
 * The prediction that shows a macroblock best, if any is close enough in all three planes. After this, `decoded` holds
 * what a decoder will have there: what is foretold, or else the samples as drawn.
 */
export function predict(ways: Prediction[], place: Place): Prediction | undefined {
  const { picture, decoded, column, row } = place;
  for (const tolerance of tolerances) {
    for (const way of ways) {
      const foretold = foretellAll(way, tolerance, place);
      if (!foretold) continue;
      for (const { part, samples } of foretold) put(decoded.planes[part], column, row, samples);
      return way;
    }
  }
  for (const part of parts) put(decoded.planes[part], column, row, blockOf(picture.planes[part], column, row));
  return undefined;
}

function foretellAll(way: Prediction, tolerance: number, place: Place) {
  const source = way.kind === "moved" ? place.before : place.decoded;
  const found: { part: (typeof parts)[number]; samples: Uint8Array }[] = [];
  for (const part of parts) {
    const samples = source && foretell(way, source.planes[part], place.picture.planes[part], tolerance, place);
    if (!samples) return undefined;
    found.push({ part, samples });
  }
  return found;
}

/** The samples a prediction gives for a block of one plane, if none is too far off. */
function foretell(way: Prediction, source: Plane, wanted: Plane, tolerance: number, { column, row }: Place) {
  const { width, height, block } = source;
  const [left, top] = [column * block, row * block];
  const scale = block / 16;
  const by = way.kind === "moved" ? { x: way.by.x * scale, y: way.by.y * scale } : still;
  if (left + by.x < 0 || left + by.x + block > width || top + by.y < 0 || top + by.y + block > height) return undefined;
  if ((way.kind === "row" && row === 0) || (way.kind === "column" && column === 0)) return undefined;

  const samples = new Uint8Array(block * block);
  for (let y = 0; y < block; y++) {
    for (let x = 0; x < block; x++) {
      const fromX = way.kind === "column" ? left - 1 : left + x + by.x;
      const fromY = way.kind === "row" ? top - 1 : top + y + by.y;
      const sample = source.samples[fromY * width + fromX] ?? 0;
      const drawn = wanted.samples[(top + y) * width + left + x] ?? 0;
      if (Math.abs(sample - drawn) > tolerance) return undefined;
      samples[y * block + x] = sample;
    }
  }
  return samples;
}

function blockOf({ samples, width, block }: Plane, column: number, row: number): Uint8Array {
  const found = new Uint8Array(block * block);
  for (let y = 0; y < block; y++) {
    const start = (row * block + y) * width + column * block;
    found.set(samples.subarray(start, start + block), y * block);
  }
  return found;
}

function put({ samples, width, block }: Plane, column: number, row: number, content: Uint8Array): void {
  for (let y = 0; y < block; y++) {
    samples.set(content.subarray(y * block, (y + 1) * block), (row * block + y) * width + column * block);
  }
}

/**
 * The vector a decoder expects of a macroblock from its neighbours (clause 8.4.1.3), against which its own is written,
 * and the one it takes when the macroblock is skipped (clause 8.4.1.1).
 */
export function motionOf(coded: Coded[], column: number, row: number, across: number): { usual: Vector; skip: Vector } {
  const at = (x: number, y: number) => (x < 0 || x >= across || y < 0 ? undefined : coded[y * across + x]);
  const left = at(column - 1, row);
  const above = at(column, row - 1);
  const corner = at(column + 1, row - 1) ?? at(column - 1, row - 1);

  const usual = expected(left, above, corner);
  const rests = [left, above].some((each) => !each || (each.kind === "moved" && each.by.x === 0 && each.by.y === 0));
  return { usual, skip: rests ? still : usual };
}

function expected(left?: Coded, above?: Coded, corner?: Coded): Vector {
  const neighbours = above || corner ? [left, above, corner] : [left];
  const moved = neighbours.flatMap((each) => (each?.kind === "moved" ? [each.by] : []));
  const [only, ...others] = moved;
  if (only && others.length === 0) return only;
  const vectors = neighbours.map((each) => (each?.kind === "moved" ? each.by : still));
  if (vectors.length === 1) return still;
  const middle = (...[a = 0, b = 0, c = 0]: number[]) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  return { x: middle(...vectors.map(({ x }) => x)), y: middle(...vectors.map(({ y }) => y)) };
}
