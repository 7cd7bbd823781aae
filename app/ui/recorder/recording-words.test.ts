import { describe, expect, it } from "vitest";
import { clockTime, microphoneRefusal, recordingName } from "./recording-words";

describe("a recording", () => {
  it.each([
    [0, "0:00"],
    [999, "0:00"],
    [65_000, "1:05"],
    [59 * 60_000 + 59_000, "59:59"],
    [3_723_000, "1:02:03"],
  ])("shows %d milliseconds as %s", (milliseconds, shown) => {
    expect(clockTime(milliseconds)).toBe(shown);
  });

  it.each([
    ["audio/mp4", "m4a"],
    ["audio/mp4;codecs=mp4a.40.2", "m4a"],
    ["audio/ogg; codecs=opus", "ogg"],
    ["audio/webm;codecs=opus", "webm"],
  ])("names a file of type %s with .%s", (type, ending) => {
    expect(recordingName(new Date(2026, 10, 1, 9, 5), type)).toBe(`Recording 2026-11-01 09.05.${ending}`);
  });

  it("explains what to do without a microphone", () => {
    const error = (name: string) => Object.assign(new Error(), { name });
    expect(microphoneRefusal(error("NotAllowedError"))).toMatch(/Allow it in your browser’s settings/);
    expect(microphoneRefusal(error("NotFoundError"))).toMatch(/no microphone on this device/);
    expect(microphoneRefusal(error("NotReadableError"))).toMatch(/another program/);
    expect(microphoneRefusal("odd")).toMatch(/isn.t working/);
  });
});
