import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { certificateLines, fingerprintOf, parseCertificate, verifySignature } from "./certificate";
import { fromHex } from "./hex";
import { issuerPage } from "./issuer-keys";
import { manifestOf, manifestSchema, manifestText } from "./manifest";

const page = readFileSync("docs/certificate-format.md", "utf8");
const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(page)?.[1] ?? "";
const example = block("json");
const issuerKeys = /when it had no other:\n\n```json\n([\s\S]+?)```/.exec(page)?.[1] ?? "";
const MESSAGE = "My dear Mia,\n\nthe colander is yours now.\n";
const PHOTO = "the bytes of a photo";

const folder = mkdtempSync(join(tmpdir(), "amberkeep-format-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program from the documentation page. */
function check(certificate: string, message: string) {
  const files = { "check.mjs": block("js"), "certificate.json": certificate, "message.txt": message };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return spawnSync(process.execPath, ["check.mjs", "certificate.json", "message.txt"], {
    cwd: folder,
    encoding: "utf8",
  });
}

describe("the page about the format", () => {
  it("has an example that matches what the code produces", async () => {
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
    expect(await verifySignature(certificate, publicKey)).toBe(true);
    expect(page).toContain(`\n    ${await fingerprintOf(manifest)}\n`);
    const beginning = /canonical manifest begins `([^`]+)`/.exec(page)?.[1] ?? "?";
    expect(manifestText(manifest).startsWith(beginning)).toBe(true);
  });

  it("names every member of a manifest and of its files", () => {
    const members = [...Object.keys(manifestSchema.shape), ...Object.keys(manifestSchema.shape.files.element.shape)];
    expect(members.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("has a program that accepts only the unchanged example", () => {
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

  it("shows the list of keys as it is published", () => {
    const { issuer, keys } = JSON.parse(issuerKeys);
    const [{ keyId, publicKey, createdAt }] = keys;
    const key = { keyId, publicKey, createdAt: new Date(createdAt), retiredAt: null };
    expect(JSON.parse(issuerPage(issuer, [key]))).toEqual(JSON.parse(issuerKeys));
  });

  const hasTools = ["jq", "xxd", "openssl"].every((tool) => spawnSync(tool, ["--help"]).error === undefined);
  it.skipIf(!hasTools)("has a recipe of common tools that checks the signature", () => {
    const verify = (certificate: string) => {
      writeFileSync(join(folder, "certificate.json"), certificate);
      return spawnSync("sh", ["-c", block("sh")], { cwd: folder, encoding: "utf8" });
    };
    expect(verify(example).stdout).toMatch(/Verified Successfully/);
    expect(verify(example.replace("09:00", "09:01")).stdout).not.toMatch(/Verified Successfully/);
  });
});

describe("scripts/verify-certificate.mjs", () => {
  const script = resolve("scripts/verify-certificate.mjs");
  function run(files: Record<string, string>, ...args: string[]) {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8" });
  }
  const KEYS = { "keys.json": issuerKeys };

  it("verifies the example with its message, photo and caption", () => {
    const contents = { "letter.txt": MESSAGE, "kitchen.jpg": PHOTO, "words.txt": "The kitchen, 2026" };
    const args = ["c.json", "--keys", "keys.json", ...Object.keys(contents)];
    const { status, stdout, stderr } = run({ ...KEYS, "c.json": example, ...contents }, ...args);
    expect(stderr).toBe("");
    expect(stdout.match(/^ok .*$/gm)).toEqual([
      "ok    The signature fits: nothing was changed since it was signed.",
      "ok    The key pfh0haxfpzowht3oi213cqos is one of the issuer's.",
      "ok    letter.txt is what was sealed: message.",
      "ok    kitchen.jpg is what was sealed: file 1.",
      "ok    words.txt is what was sealed: caption 1.",
    ]);
    expect(stdout).toContain("Fingerprint 2d85 30ee");
    expect(status).toBe(0);
  });

  it("compares all files whose names begin as one that ends with *", () => {
    mkdirSync(join(folder, "files"));
    const files = { "c.json": example, "files/01 kitchen.jpg": PHOTO, "files/.hidden": "", "files/02 sea.jpg": "sea" };
    const { status, stdout } = run(files, "c.json", "files/*");
    expect(stdout).toContain("ok    01 kitchen.jpg is what was sealed: file 1.");
    expect(stdout).toContain("FAIL  02 sea.jpg is nothing of what was sealed.");
    expect(stdout).not.toContain("hidden");
    expect(status).toBe(1);
    expect(run({}, "c.json", "files/01 *").status).toBe(0);
    expect(run({}, "c.json", "files/03 *").stderr).toContain("files/03 * cannot be read");
  });

  it("reads a certificate from a quoted mail", () => {
    const certificate = parseCertificate(example);
    const mail = `> Dear all,\n> ${certificateLines(certificate as NonNullable<typeof certificate>).replaceAll("\n", "\n> ")}\n> Bye`;
    expect(run({ "mail.txt": mail }, "mail.txt").status).toBe(0);
  });

  it("recognises a message that was saved with other line ends", () => {
    const { status, stdout } = run({ "c.json": example, "w.txt": `\ufeff${MESSAGE}\r\n` }, "c.json", "w.txt");
    expect(stdout).toContain("ok    w.txt is what was sealed, apart from its line breaks: message.");
    expect(status).toBe(0);
  });

  it("reads files that an editor saved with a byte order mark", () => {
    const files = { "c.json": `\ufeff${example}`, "keys.json": `\ufeff${issuerKeys}` };
    expect(run(files, "c.json", "--keys", "keys.json").status).toBe(0);
  });

  it.each([
    [
      "a day that was changed",
      { "c.json": example.replace("2044-06-14", "2044-06-15") },
      ["c.json"],
      1,
      "does not fit",
    ],
    [
      "a key that its issuer does not have",
      { "c.json": example, "keys.json": issuerKeys.replace("d75a", "d75b") },
      ["c.json", "--keys", "keys.json"],
      1,
      "not on the issuer's list",
    ],
    ["another photo", { "c.json": example, "p.jpg": `${PHOTO}.` }, ["c.json", "p.jpg"], 1, "p.jpg is nothing of"],
    ["a member too many", { "c.json": example.replace('"salt"', '"x": 1, "salt"') }, ["c.json"], 2, "another form"],
    [
      "content beside a copy without the salt",
      { "c.json": example.replace(/,\s*"salt": "\w+"/, ""), "p.jpg": PHOTO },
      ["c.json", "p.jpg"],
      2,
      "no salt",
    ],
    ["no certificate", { "c.json": "{}" }, ["c.json"], 2, "no certificate"],
    ["a file that is not there", { "c.json": example }, ["c.json", "nowhere.jpg"], 2, "cannot be read"],
  ])("refuses %s", (_, files, args, status, complaint) => {
    const ended = run(files, ...args);
    expect(ended.stdout + ended.stderr).toContain(complaint);
    expect(ended.status).toBe(status);
  });
});
