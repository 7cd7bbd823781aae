/** What the painted scenes share. A scene is drawn in a box of 1200 by 800 and cropped to the photo's shape. */
export type Scene = (colour: Colour) => string;

/** A colour some degrees of hue away from the photo's own, so that one number warms or cools a whole scene. */
export type Colour = (turn: number, saturation: number, lightness: number) => string;

export const colourAround =
  (hue: number): Colour =>
  (turn, saturation, lightness) =>
    `hsl(${(((hue + turn) % 360) + 360) % 360}, ${saturation}%, ${lightness}%)`;

/** The same "chance" every time: a demo looks alike on every machine. */
export function chance(seed: number): (low: number, high: number) => number {
  let state = seed;
  return (low, high) => {
    state = (state * 48271) % 2147483647;
    return low + (state / 2147483647) * (high - low);
  };
}

export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");

export const gradient = (
  id: string,
  direction: string,
  ...stops: [offset: number, colour: string, opacity?: number][]
) => `<linearGradient id="${id}" ${direction}>${stops.map(stop).join("")}</linearGradient>`;

export const glow = (id: string, place: string, ...stops: [offset: number, colour: string, opacity?: number][]) =>
  `<radialGradient id="${id}" ${place}>${stops.map(stop).join("")}</radialGradient>`;

export const down = 'x2="0" y2="1"';

export const blur = (id: string, by: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>`;

const stop = ([offset, colour, opacity = 1]: [number, string, number?]) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
