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
  const colour = [0, 0, 0];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      colour.fill(0);
      for (const at of [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]) {
        const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
        luma.samples[at] = Math.round(16 + brightness(r, g, b) * (219 / 255));
        colour[0]! += r / 4;
        colour[1]! += g / 4;
        colour[2]! += b / 4;
      }
      const [r, g, b] = colour as [number, number, number];
      const at = (y / 2) * blue.width + x / 2;
      blue.samples[at] = Math.round(128 + ((b - brightness(r, g, b)) / 1.8556) * (224 / 255));
      red.samples[at] = Math.round(128 + ((r - brightness(r, g, b)) / 1.5748) * (224 / 255));
    }
  }
  return picture;
}

const brightness = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
