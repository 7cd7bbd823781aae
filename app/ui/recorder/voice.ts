import { MEDIA_MAX_BYTES } from "~/domain/media/media";
import { recordingName } from "./recording-words";

/** In order of preference; nearly every player supports AAC. */
const TYPES = ["audio/mp4;codecs=mp4a.40.2", "audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];
/** Clear speech at about 0.7 MB a minute. */
const BITS_PER_SECOND = 96_000;
/** Length of recorded chunks, in milliseconds. */
const SLICE = 1_000;
const MAX_BYTES = MEDIA_MAX_BYTES.audio - 1024 * 1024;

export type Voice = {
  pause: () => void;
  resume: () => void;
  stop: () => void;
  /** Milliseconds, without pauses. */
  elapsed: () => number;
  /** Loudness from 0 to 1. */
  level: () => number;
  /** Releases the microphone and drops the recording. */
  close: () => void;
};

export type Ending = {
  /** The microphone was removed, or the size limit reached. */
  isByItself: boolean;
};

/**
 * Records until stopped, the microphone is removed or the size limit is reached, then calls `onEnd`. A microphone that
 * is muted, as by a phone call, pauses the recording.
 * @throws the error of `getUserMedia`, without a microphone or permission to use it
 */
export async function recordVoice(onEnd: (file: File, ending: Ending) => void, onPause: () => void): Promise<Voice> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = recorderOf(stream);
  const begun = new Date();
  const pieces: Blob[] = [];
  let isWanted = true;
  let isByItself = true;
  let [before, since] = [0, performance.now()];
  const level = levelOf(stream);
  let letScreenTurnOff = keepScreenOn();

  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const pause = () => {
    if (recorder.state === "recording") recorder.pause();
  };
  const releaseMicrophone = () => {
    stopTracks(stream);
    level.close();
    letScreenTurnOff();
  };
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    if (pieces.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) stop();
  };
  recorder.onpause = () => {
    before += performance.now() - since;
    letScreenTurnOff();
    onPause();
  };
  recorder.onresume = () => {
    since = performance.now();
    letScreenTurnOff = keepScreenOn();
  };
  recorder.onstop = () => {
    releaseMicrophone();
    const { mimeType: type } = recorder;
    if (isWanted) onEnd(new File(pieces, recordingName(begun, type), { type }), { isByItself });
  };
  for (const track of stream.getTracks()) Object.assign(track, { onended: stop, onmute: pause });
  try {
    recorder.start(SLICE);
  } catch (error) {
    releaseMicrophone();
    throw error;
  }

  return {
    pause,
    resume: () => recorder.resume(),
    stop: () => {
      isByItself = false;
      stop();
    },
    elapsed: () => before + (recorder.state === "recording" ? performance.now() - since : 0),
    level: () => (recorder.state === "recording" ? level.now() : 0),
    close: () => {
      isWanted = false;
      stop();
      releaseMicrophone();
    },
  };
}

function recorderOf(stream: MediaStream): MediaRecorder {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  try {
    return new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  } catch (error) {
    stopTracks(stream);
    throw error;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Phones stop recording when their screen turns off. The lock ends when the page is hidden, and is requested again when
 * it is shown. Returns what releases it.
 */
function keepScreenOn(): () => void {
  const request = () => navigator.wakeLock?.request("screen").catch(() => undefined);
  let lock = request();
  const onVisibilityChange = () => {
    if (document.visibilityState === "visible") lock = request();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    void lock?.then((held) => held?.release());
  };
}

/** Always 0 in browsers that cannot measure it. */
function levelOf(stream: MediaStream): { now: () => number; close: () => void } {
  try {
    return measureLevel(stream);
  } catch {
    return { now: () => 0, close: () => {} };
  }
}

/** @throws where `AudioContext` is missing or has no audio device */
function measureLevel(stream: MediaStream): { now: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  return {
    now: () => {
      analyser.getFloatTimeDomainData(wave);
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void (context.state !== "closed" && context.close()),
  };
}
