/** The film's scene, pixel by pixel. Sky and water change only downwards, which the encoder foretells for next to nothing. */
export const width = 480;
export const height = 320;
const horizon = 216;

type Rgb = readonly [red: number, green: number, blue: number];
type Point = { x: number; y: number };
type Stop = [at: number, colour: Rgb];
type Stops = [Stop, ...Stop[]];

const sky: Stops = [
  [0, [128, 92, 104]],
  [90, [196, 132, 118]],
  [170, [240, 190, 130]],
  [horizon, [253, 224, 160]],
];
const water: Stops = [
  [horizon, [226, 164, 112]],
  [250, [160, 104, 92]],
  [height, [84, 56, 62]],
];
const farHill: Rgb = [176, 118, 100];
const nearHill: Rgb = [122, 78, 74];

/** Where the drop hangs at a moment of the film, 0 to 1. It ends where it began; pixels are even for the encoder. */
export function place(moment: number): Point {
  const turn = 2 * Math.PI * moment;
  return { x: 2 * Math.round(120 + 45 * Math.sin(turn)), y: 2 * Math.round(58 + 5 * Math.cos(2 * turn)) };
}

function drawEvening(): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const base = y < horizon ? between(sky, y) : between(water, y);
    for (let x = 0; x < width; x++) {
      put(rgb, x, y, base, 1);
      if (y >= horizon) continue;
      put(rgb, x, y, farHill, clamp(y - (192 - 16 * Math.sin(x / 84 + 0.6) - 5 * Math.sin(x / 31))));
      put(rgb, x, y, nearHill, clamp(y - (207 - 17 * Math.sin(x / 110 + 3.2) - 3 * Math.sin(x / 40))));
    }
  }
  return rgb;
}

/** Paints the evening once, and answers with a way to see it with the drop, and its light on the water, at any place. */
export function paintEvening(): (at: Point) => Uint8Array {
  const evening = drawEvening();
  const drop = dots(-50, -72, 50, 60, dropColour);
  const light = dots(-46, 226, 46, 300, lightColour).map((dot) => {
    const fade = 1 - Math.abs(dot.x) / 60 - Math.abs(dot.y - 246) / 90;
    return { ...dot, opacity: dot.opacity * 0.75 * fade };
  });
  return (at) => {
    const rgb = Uint8Array.from(evening);
    for (const { x, y, colour, opacity } of drop) put(rgb, at.x + x, at.y + y, colour, opacity);
    for (const { x, y, colour, opacity } of light) put(rgb, at.x + x, y, colour, opacity);
    return rgb;
  };
}

type Dot = Point & { colour: Rgb; opacity: number };
const size = 92;

function dropColour(x: number, y: number): Rgb | undefined {
  if (!isInDrop(x, y)) return undefined;
  const around = amber(x, y);
  const inside = letter(x, y);
  const seen = inside ? mix(inside, around, 0.14) : around;
  return mix(seen, [255, 246, 222], shine(x, y));
}

/** Bands of light, the widest in the middle. */
function lightColour(x: number, y: number): Rgb | undefined {
  const band = Math.sin((y - 226) * 0.66);
  return band > -0.2 && Math.abs(x) < lightReach(y) * (0.72 + 0.28 * band) ? [255, 206, 112] : undefined;
}

const lightReach = (y: number) =>
  40 * Math.sqrt(Math.max(0, 1 - ((y - 256) / 36) ** 2)) * (0.8 + 0.2 * Math.sin(y * 0.9));

/** Round below, drawn out to a tip above. */
function isInDrop(x: number, y: number): boolean {
  const radius = size * 0.46;
  if (y >= 0) return Math.hypot(x, y) <= radius;
  const up = -y / (size * 0.72);
  return up <= 1 && Math.abs(x) <= radius * Math.sqrt(1 - up * up) * (1 - 0.62 * up ** 1.3);
}

function amber(x: number, y: number): Rgb {
  const away = Math.hypot(x + 4, y - 2) / (size * 0.52);
  const stops: Stops = [
    [0, [255, 214, 130]],
    [0.45, [250, 178, 62]],
    [0.8, [222, 130, 26]],
    [1.1, [176, 92, 16]],
  ];
  return between(stops, away);
}

/** A window's gleam above to the left, and the light gathered below to the right. */
function shine(x: number, y: number): number {
  const gleam = Math.hypot((x + 18 + 0.5 * (y + 26)) / 5, (y + 26) / 15);
  const gathered = Math.exp(-(((x - 14) / 15) ** 2) - ((y - 31) / 7) ** 2);
  return Math.max(0.8 * clamp((1 - gleam) * 3), 0.6 * gathered);
}

/** The sealed letter in it. */
function letter(x: number, y: number): Rgb | undefined {
  const [turnX, turnY] = [x * 0.99 - y * 0.12, y * 0.99 + x * 0.12 - 4];
  if (Math.hypot(turnX, turnY) < 6) return [160, 73, 28];
  if (Math.abs(turnX) > 24 || Math.abs(turnY) > 16) return undefined;
  const isFold = Math.abs(turnY + 16 - (24 - Math.abs(turnX)) * 0.72) < 0.8;
  return isFold ? [206, 164, 112] : [255, 247, 228];
}

/** What is painted between these bounds, each pixel the mean of sixteen points in it. */
function dots(
  left: number,
  top: number,
  right: number,
  bottom: number,
  paint: (x: number, y: number) => Rgb | undefined,
) {
  const found: Dot[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const inside = Array.from({ length: 16 }, (_, i) =>
        paint(x + (i % 4) / 4 + 0.125, y + (i >> 2) / 4 + 0.125),
      ).filter((colour) => colour !== undefined);
      const mean = (part: 0 | 1 | 2) => inside.reduce((sum, colour) => sum + colour[part], 0) / inside.length;
      if (inside.length > 0) found.push({ x, y, colour: [mean(0), mean(1), mean(2)], opacity: inside.length / 16 });
    }
  }
  return found;
}

function put(rgb: Uint8Array, x: number, y: number, colour: Rgb, opacity: number): void {
  const at = (y * width + x) * 3;
  for (const part of [0, 1, 2] as const) {
    rgb[at + part] = Math.round((rgb[at + part] ?? 0) * (1 - opacity) + colour[part] * opacity);
  }
}

/** The colour at a place between stops. */
function between([first, ...others]: Stops, at: number): Rgb {
  let from = first;
  for (const to of others) {
    if (at < to[0]) return mix(from[1], to[1], clamp((at - from[0]) / (to[0] - from[0])));
    from = to;
  }
  return from[1];
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

const clamp = (value: number) => Math.min(1, Math.max(0, value));
