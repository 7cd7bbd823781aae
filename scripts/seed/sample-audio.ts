export const sampleAudio = () => Buffer.alloc(44);
