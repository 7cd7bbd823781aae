export const sampleVideo = () => Buffer.alloc(44);
