import fc from "fast-check";
import { expect, it } from "vitest";
import { fileNameFor } from "./file-name";

it.each([
  ["sea.jpg", "image/jpeg", "sea.jpg"],
  ["SEA.JPEG", "image/jpeg", "SEA.JPEG"],
  ["sea.hta", "image/jpeg", "sea.jpg"],
  ["sea.exe", "image/png", "sea.png"],
  ["sea.jpg.exe", "image/jpeg", "sea.jpg"],
  ["sea.hta. .", "image/jpeg", "sea.jpg"],
  ["sea", "image/webp", "sea.webp"],
  ["Summer 12.06.2024", "image/jpeg", "Summer 12.06.2024.jpg"],
  [".htaccess", "image/jpeg", ".htaccess.jpg"],
  ["sea.html5", "image/gif", "sea.gif"],
  ["film.mp4", "video/quicktime", "film.mov"],
  ["voice.webm", "audio/webm", "voice.webm"],
  ["sea\u202egpj.exe", "image/jpeg", "seagpj.jpg"],
  ["sea\u2066\u0000\u200f.jpg", "image/jpeg", "sea.jpg"],
  ["می\u200cخواهم.jpg", "image/jpeg", "می\u200cخواهم.jpg"],
  ["👩🏽\u200d🚀 ❤️\u200d🔥.jpg", "image/jpeg", "👩🏽\u200d🚀 ❤️\u200d🔥.jpg"],
  ["sea\u200d.ex\u200ce\u200c", "image/jpeg", "sea.ex\u200ce.jpg"],
  ["sea\u200b \u200d\u200csea\ufeff.jpg", "image/jpeg", "sea sea.jpg"],
  [`${"ع\u200c".repeat(150)}.jpg`, "image/jpeg", `${"ع\u200c".repeat(125)}ع.jpg`],
  ["C:\\pictures\\sea.lnk", "image/jpeg", "sea.jpg"],
  ["sea.jpg", "text/html", "sea.bin"],
  ["...", "image/jpeg", "Untitled.jpg"],
  [`${"a".repeat(300)}.exe`, "image/jpeg", `${"a".repeat(251)}.jpg`],
])("names %j of %s %j", (given, contentType, name) => {
  expect(fileNameFor(given, contentType)).toBe(name);
});

it("has an ending of its content and no hidden characters, and does not change again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom("jpg", "hta", "exe"), (text, ending) => {
      const name = fileNameFor(`${text}.${ending}`, "image/jpeg");
      expect(name).toMatch(/^([^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200c\u200d])+\.(jpg|jpeg|jpe|jfif)$/iu);
      expect(name.length).toBeLessThanOrEqual(255);
      expect(fileNameFor(name, "image/jpeg")).toBe(name);
    }),
  );
});
