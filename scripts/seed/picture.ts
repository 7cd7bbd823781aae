/** One plane of a picture: brightness, or one of the two of colour with half as many samples each way. */
export type Plane = { samples: Uint8Array; width: number; height: number; block: 16 | 8 };

/** A picture in Y, Cb and Cr. Its sides are multiples of 16, so that it is made of whole macroblocks. */
export type Picture = { width: number; height: number; planes: [Plane, Plane, Plane] };

export function newPicture(width: number, height: number): Picture {
  const plane = (block: 16 | 8): Plane => {
    const [across, high] = [(width * block) / 16, (height * block) / 16];
    return { samples: new Uint8Array(across * high), width: across, height: high, block };
  };
  return { width, height, planes: [plane(16), plane(8), plane(8)] };
}

/** Red, green and blue of every pixel become Y, Cb and Cr as ITU-R BT.709 has it, in the narrow range of video. */
export function pictureOf(rgb: Uint8Array, width: number, height: number): Picture {
  const picture = newPicture(width, height);
  const [luma, blue, red] = picture.planes;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const [above, below] = [y * width + x, (y + 1) * width + x];
      const sum = { r: 0, g: 0, b: 0 };
      for (const at of [above, above + 1, below, below + 1]) {
        const [r, g, b] = [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0];
        luma.samples[at] = Math.round(16 + brightness(r, g, b) * (219 / 255));
        sum.r += r;
        sum.g += g;
        sum.b += b;
      }
      const [r, g, b] = [sum.r / 4, sum.g / 4, sum.b / 4];
      const at = (y / 2) * blue.width + x / 2;
      blue.samples[at] = Math.round(128 + ((b - brightness(r, g, b)) / 1.8556) * (224 / 255));
      red.samples[at] = Math.round(128 + ((r - brightness(r, g, b)) / 1.5748) * (224 / 255));
    }
  }
  return picture;
}

const brightness = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
