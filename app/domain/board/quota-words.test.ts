import { describe, expect, it } from "vitest";
import type { Quota } from "./board";
import { noteQuotaInWords, overQuotaInWords } from "./quota-words";

const room = (characters: number): Quota => ({ photo: 50, video: 5, audio: 5, characters, bytes: 1024 ** 3 });

describe("the wording of a guest’s room for stories", () => {
  it("groups the digits of large numbers, as refusals of long texts do", () => {
    expect(noteQuotaInWords(room(3_000))).toMatch(/^3,000 characters left for you\./);
    expect(overQuotaInWords("characters", room(1_200), room(1_450)).message).toBe(
      "There’s room for 1,200 characters, and this has 1,450. Please shorten it.",
    );
  });

  it("counts a single character", () => {
    expect(noteQuotaInWords(room(1))).toMatch(/^1 character left for you\./);
  });
});
