const rate = 22_050;
const seconds = 4;

/** Beat and height of each note, in half beats of a quarter second and half tones above C5: a small falling tune. */
const tune = [
  [0, 7],
  [1, 12],
  [2, 9],
  [3, 7],
  [4, 4],
  [6, 2],
  [7, 4],
  [8, 7],
  [8, 0],
  [10, 4],
  [11, 2],
  [12, 0],
  [12, -8],
] as const;

/** The tines of a music box, which sound a little above the octaves of their note and fade faster the higher they are. */
const partials = [
  { above: 1, loud: 1, fade: 2.4 },
  { above: 2.01, loud: 0.28, fade: 4.5 },
  { above: 5.4, loud: 0.12, fade: 13 },
];

/** A music box for a vault of the demo: a WAV file of one channel with 16 bits a sample. */
export function sampleAudio(): Buffer {
  const sound = play();
  const loudest = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const samples = Buffer.alloc(sound.length * 2);
  sound.forEach((value, index) => {
    const left = sound.length - index;
    const fade = Math.min(1, left / (rate / 2));
    samples.writeInt16LE(Math.round((value / loudest) * fade * 20_000), index * 2);
  });
  return wav(samples);
}

function play(): Float64Array {
  const sound = new Float64Array(rate * seconds);
  for (const [beat, tone] of tune) {
    const pitch = 523.25 * 2 ** (tone / 12);
    const start = Math.round((0.05 + beat * 0.25) * rate);
    for (let index = start; index < sound.length; index++) {
      const time = (index - start) / rate;
      const strike = Math.min(1, time / 0.004);
      for (const { above, loud, fade } of partials) {
        const wave = Math.sin(2 * Math.PI * pitch * above * time);
        sound[index] = (sound[index] ?? 0) + strike * loud * Math.exp(-fade * time) * wave;
      }
    }
  }
  return sound;
}

/** RIFF (Multimedia Programming Interface and Data Specifications 1.0): "fmt " says how the samples in "data" are laid out. */
function wav(samples: Buffer): Buffer {
  const format = Buffer.alloc(16);
  const pcm = 1;
  const channels = 1;
  const bytesPerSample = 2;
  format.writeUInt16LE(pcm, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * bytesPerSample, 8);
  format.writeUInt16LE(channels * bytesPerSample, 12);
  format.writeUInt16LE(bytesPerSample * 8, 14);
  return chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), chunk("fmt ", format), chunk("data", samples)]));
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
