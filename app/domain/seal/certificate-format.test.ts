import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fingerprintOf, parseCertificate, verifyCertificate } from "./certificate";
import { fromHex } from "./hex";
import { manifestOf, manifestSchema, manifestText } from "./manifest";

const page = readFileSync("docs/certificate-format.md", "utf8");
const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(page)?.[1] ?? "";
const example = block("json");
const MESSAGE = "My dear Mia,\n\nthe colander is yours now.\n";
const PHOTO = "the bytes of a photo";

const folder = mkdtempSync(join(tmpdir(), "amberkeep-format-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program of the page on these two files. */
function check(certificate: string, message: string) {
  const files = { "check.mjs": block("js"), "certificate.json": certificate, "message.txt": message };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return spawnSync(process.execPath, ["check.mjs", "certificate.json", "message.txt"], {
    cwd: folder,
    encoding: "utf8",
  });
}

describe("the page about the format", () => {
  it("has an example that is what we make of its content", async () => {
    const certificate = parseCertificate(example);
    if (!certificate?.salt) throw new Error("The example is no certificate.");
    const { manifest, publicKey, salt } = certificate;
    const content = {
      vault: manifest.vault,
      sealedAt: new Date("2026-11-20T18:05:09.120Z"),
      deliveryDate: "2044-06-14",
      deliveryTime: "09:00",
      deliveryZone: "Europe/Berlin",
      title: "On your wedding day",
      message: MESSAGE,
      files: [
        {
          kind: "photo",
          bytes: PHOTO.length,
          sha256: createHash("sha256").update(PHOTO).digest("hex"),
          caption: "The kitchen, 2026",
        },
      ],
    };
    expect(await manifestOf(content, fromHex(salt), manifest)).toEqual(manifest);
    expect(publicKey).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    expect(await verifyCertificate(certificate, publicKey)).toBe(true);
    expect(page).toContain(`\n    ${await fingerprintOf(manifest)}\n`);
    const beginning = /canonical manifest begins `([^`]+)`/.exec(page)?.[1] ?? "?";
    expect(manifestText(manifest).startsWith(beginning)).toBe(true);
  });

  it("names every member of a manifest and of its files", () => {
    const members = [...Object.keys(manifestSchema.shape), ...Object.keys(manifestSchema.shape.files.element.shape)];
    expect(members.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("has a program that accepts the example, and nothing that was changed", () => {
    const accepted = check(example, MESSAGE);
    expect(accepted.stderr).toBe("");
    expect(accepted.stdout).toMatch(/^Signed\. Fingerprint: 2d85 .+\nThe message is the one that was sealed\.\n$/);
    for (const [certificate, message, complaint] of [
      [example, MESSAGE.trimEnd(), "This is not the message that was sealed."],
      [example.replace("2044-06-14", "2044-06-15"), MESSAGE, "The signature does not fit."],
      [example.replace('"bytes": 20', '"bytes": 21'), MESSAGE, "The signature does not fit."],
      [example.replace("8c539613", "8c539614"), MESSAGE, "The signature does not fit."],
    ] as const) {
      const refused = check(certificate, message);
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toContain(complaint);
    }
  });
});
