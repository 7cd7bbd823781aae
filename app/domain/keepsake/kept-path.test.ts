import fc from "fast-check";
import { expect, it } from "vitest";
import { archiveName, keptPath } from "./kept-path";

it.each([
  ["sea.png", "files/01 sea.png"],
  ["Straße 海.jpeg", "files/01 Straße 海.jpeg"],
  ["../../etc/passwd", "files/01 _.._etc_passwd"],
  ["می\u200cخواهم.jpg", "files/01 می\u200cخواهم.jpg"],
  ["क्\u200dष 👩\u200d👧.png", "files/01 क्\u200dष 👩\u200d👧.png"],
  ["sea\u200d.png", "files/01 sea_.png"],
  [`${"کی\u200c".repeat(40)}ک.png`, `files/01 ${"کی\u200c".repeat(28)}کی.png`],
  ["CON.txt", "files/01 CON.txt"],
  ['a<b>:"c|d?*.mp4', "files/01 a_b___c_d__.mp4"],
  ["...", "files/01 file"],
  [`${"ä".repeat(300)}.jpg`, `files/01 ${"ä".repeat(100)}.jpg`],
])("keeps %s as %s", (name, path) => {
  expect(keptPath(1, name)).toBe(path);
});

it("is valid on every system for any file name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (name, position) => {
      for (const path of [keptPath(position, name).slice("files/".length), archiveName(name)]) {
        expect(path).not.toMatch(/[<>:"/\\|?*]|(?![\u200c\u200d])\p{C}|^[ .]|[ .]$/u);
        expect(Buffer.byteLength(path)).toBeLessThanOrEqual(220);
      }
    }),
  );
});

it("leaves room for a folder of downloads in the 259 characters of a path on Windows", () => {
  const downloads = `C:\\Users\\${"u".repeat(20)}\\Downloads\\`;
  for (const letter of ["a", "海", "👧"]) {
    const folder = archiveName(letter.repeat(200)).replace(/\.zip$/, " (1)");
    const path = keptPath(120, `${letter.repeat(240)}.abcdefgh`, "replies");
    expect(`${downloads}${folder}\\${path}`.length).toBeLessThan(260);
  }
});
