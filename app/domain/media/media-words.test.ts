import { describe, expect, it } from "vitest";
import { countInWords, fileInWords, largestInWords, sizeInWords } from "./media-words";

describe("the wording for files", () => {
  it.each([
    [0, "0 bytes"],
    [1023, "1023 bytes"],
    [1024, "1 kB"],
    [300 * 1024, "300 kB"],
    [1024 ** 2, "1 MB"],
    [3.19 * 1024 ** 2, "3.1 MB"],
    [25 * 1024 ** 2 - 1, "24 MB"],
    [5 * 1024 ** 3, "5 GB"],
  ])("formats %d bytes as %s", (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });

  it("names the kind and the size of a file", () => {
    expect(fileInWords({ kind: "audio", bytes: 1024 ** 2 })).toBe("Recording, 1 MB");
  });

  it("states how many files a vault takes", () => {
    expect(countInWords("letter")).toBe("One photo, video or recording.");
    expect(countInWords("future-self")).toBe("Up to 5 photos, videos or recordings in all.");
    expect(countInWords("memory-board")).toBe("Up to 100 photos, 10 videos and 10 recordings, 5\u00a0GB in all.");
  });

  it("states how large a file may be", () => {
    expect((["photo", "video", "audio"] as const).map(largestInWords)).toEqual([
      "Up to 25 MB.",
      "Up to 500 MB.",
      "Up to 100 MB.",
    ]);
  });
});
