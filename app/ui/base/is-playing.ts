/** Whether the page plays a video or a recording, which a reload would stop. */
export const isPlaying = () =>
  [...document.querySelectorAll("audio, video")].some((one) => !(one as HTMLMediaElement).paused);
