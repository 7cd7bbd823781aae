// The process that decodes pictures. Plain JavaScript, since Node cannot strip types with --jitless.
import sharp from "sharp";

const maxBytes = Number(process.argv[2]);
/** In milliseconds. */
const LOOK_EACH = 20;
/** The format's maximum height, and a bound for the memory of what is drawn. */
const COPY_MAX = { height: 16_383, pixels: 12_000_000 };

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
const formats = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"];
sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}`) });

let content = Buffer.alloc(0);

const asks = {
  async open(given) {
    // V8 does not see the memory of decoded pictures, and would keep several.
    globalThis.gc();
    content = Buffer.from(given.buffer, given.byteOffset, given.length);
    const { format, autoOrient, isProgressive, chromaSubsampling, channels, depth } = await sharp(content, {
      limitInputPixels: false,
    }).metadata();
    const { width, height } = autoOrient;
    return { format, width, height, isProgressive, chromaSubsampling, channels, depth };
  },

  async draw({ widths, maxPixels }) {
    const largest = Math.max(...widths);
    const { data, info } = await sharp(content, { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true })
      .autoOrient()
      .toColourspace("srgb")
      .resize(within(largest))
      .raw()
      .toBuffer({ resolveWithObject: true });
    content = Buffer.alloc(0);
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const copies = [];
    for (const width of widths.toSorted((one, other) => other - one)) {
      const copy = await sharp(data, { raw }).resize(within(width)).webp({ quality: 80, effort: 2 }).toBuffer();
      copies.push({ width, content: copy });
    }
    return { copies, colour: await meanColour(sharp(data, { raw })) };
  },
};

function within(width) {
  const height = Math.min(COPY_MAX.height, Math.floor(COPY_MAX.pixels / width));
  return { width, height, fit: "inside", withoutEnlargement: true };
}

async function meanColour(picture) {
  const [red = 0, green = red, blue = red] = await picture
    .flatten({ background: "#ffffff" })
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer();
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

process.on("message", async ({ ask, input }) => {
  // Where the system does not enforce the limit.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, "SIGKILL");
  }, LOOK_EACH);
  const answer = await asks[ask](input).then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, message: String(error) }),
  );
  clearInterval(watch);
  globalThis.gc();
  process.send({ ...answer, bytesUsed: process.memoryUsage.rss() });
});

// The server finishes its requests after these signals. At its end the channel closes, which ends this process.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.once("disconnect", () => process.exit());
process.send({ isReady: true });
