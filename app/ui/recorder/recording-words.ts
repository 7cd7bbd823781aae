/** Formats a duration as `1:05` or `1:02:03`. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Default file name; `at` is formatted in the browser's zone. */
export function recordingName(at: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const ending = type.startsWith("audio/mp4") ? "m4a" : type.startsWith("audio/ogg") ? "ogg" : "webm";
  return `Recording ${day} ${two(at.getHours())}.${two(at.getMinutes())}.${ending}`;
}

const OTHERWISE = "You can also choose a recording you already have.";

/** Message for an error of `getUserMedia`. */
export function microphoneRefusal(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") {
    return `This page isn’t allowed to use the microphone. Allow it in your browser’s settings, then try again. ${OTHERWISE}`;
  }
  if (name === "NotFoundError") return `There is no microphone on this device. ${OTHERWISE}`;
  return `The microphone isn’t working. Maybe another program is using it. ${OTHERWISE}`;
}
