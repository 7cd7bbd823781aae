import { H264Encoder, pictureParameters, profile, sequenceParameters } from "./h264.ts";
import { mp4 } from "./mp4.ts";
import { pictureOf } from "./picture.ts";
import { height, paintEvening, place, width } from "./scene-evening.ts";

const framesPerSecond = 15;
const frameCount = 45;

/** What the drop uncovers looks like the sky and the water some way to either side of it. */
const aside = [
  { x: 112, y: 0 },
  { x: -112, y: 0 },
];

/** A film of three seconds for a vault of the demo: a drop of amber drifts over a still evening, round and round. */
export function sampleVideo(): Buffer {
  const encoder = new H264Encoder(width, height);
  const eveningAt = paintEvening();
  const frames = Array.from({ length: frameCount }, (_, index) => {
    const now = place(index / frameCount);
    const before = place((index - 1) / frameCount);
    const drift = { x: before.x - now.x, y: before.y - now.y };
    const motions = [{ x: 0, y: 0 }, drift, { x: drift.x, y: 0 }, ...aside];
    const isKey = index % framesPerSecond === 0;
    return { unit: encoder.encode(pictureOf(eveningAt(now), width, height), isKey, motions), isKey };
  });
  return mp4({
    width,
    height,
    framesPerSecond,
    frames,
    profile,
    sequenceParameters: sequenceParameters(width, height),
    pictureParameters: pictureParameters(),
  });
}
