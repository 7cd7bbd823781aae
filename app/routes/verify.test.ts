import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { addMedia } from "~/domain/media/media.server";
import { type Certificate, certificateFile, verifySignature } from "~/domain/seal/certificate";
import { findCertificate } from "~/domain/seal/certificate.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { CSRF_FIELD } from "~/http/csrf.server";
import { png } from "../../tests/corpus/photos";
import { createBrowser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest, rawFormRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as wellKnown from "./[.]well-known.amberkeep[.]json";
import * as verify from "./verify";

const MESSAGE = "Kept for you,\n\nwith the key.";

async function createSealed() {
  const { user } = await createUser();
  const id = await createLetter(user, { message: MESSAGE });
  await sealVault(user, id);
  return (await findCertificate(id, { withSalt: true })) as Certificate;
}

type SentFile = [fileName: string, content: string];
type Sent = Record<string, string | SentFile | SentFile[]>;

const asList = (value: SentFile | SentFile[]) =>
  (typeof value[0] === "string" ? [value as SentFile] : value) as SentFile[];

async function check(sent: Sent) {
  const browser = await createBrowser();
  const body = new FormData();
  for (const [name, value] of Object.entries({ [CSRF_FIELD]: browser.csrfToken(), ...sent })) {
    if (typeof value === "string") body.append(name, value);
    else for (const [fileName, content] of asList(value)) body.append(name, new File([content], fileName));
  }
  const given = new Response(body);
  const type = given.headers.get("Content-Type") ?? "";
  const request = rawFormRequest("/verify", await given.arrayBuffer(), browser, type);
  const answer = await answerOf(verify.action, request, browser);
  return { status: answer.status, body: await answer.json() };
}

describe("the page that verifies certificates", () => {
  it("accepts pasted text and files, and compares files with it", async () => {
    const text = certificateFile(await createSealed());
    const pasted = await check({ certificate: text, certificateFile: ["", ""], files: ["", ""] });
    expect(pasted).toMatchObject({ status: 200, body: { result: { title: "Genuine", tone: "success", files: [] } } });
    const compared = await check({ certificateFile: ["c.json", text], files: ["letter.txt", MESSAGE] });
    expect(compared.body.result.files).toEqual([
      { name: "letter.txt", said: "is the message, exactly as it was sealed", isSealed: true },
    ]);
    expect(compared.body).not.toHaveProperty("result.lacksSalt", true);
  });

  it.each([
    ["Windows", MESSAGE.replaceAll("\n", "\r\n")],
    ["old Macs", MESSAGE.replaceAll("\n", "\r")],
    ["an editor that adds a mark and a last line end", `\ufeff${MESSAGE}\r\n`],
  ])("recognises the message with the line ends of %s", async (_, content) => {
    const { body } = await check({
      certificate: certificateFile(await createSealed()),
      files: ["letter.txt", content],
    });
    const said = "is the message, as it was sealed, but saved with different line breaks";
    expect(body.result).toMatchObject({ title: "Genuine", files: [{ name: "letter.txt", said, isSealed: true }] });
  });

  it("says in words by which clock the vault is delivered", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2044-06-14", deliveryZone: "Etc/GMT-12" });
    await sealVault(user, id);
    const { body } = await check({ certificate: certificateFile((await findCertificate(id)) as Certificate) });
    expect(body.result.facts).toContainEqual({ label: "For", value: "June 14, 2044 at 09:00 UTC+12" });
  });

  it("says that an empty file proves nothing, even about captions that were left out", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: MESSAGE });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    await sealVault(user, id);
    const certificate = certificateFile((await findCertificate(id, { withSalt: true })) as Certificate);
    for (const content of ["", "\ufeff\r\n"]) {
      const { body } = await check({ certificate, files: ["empty.txt", content] });
      expect(body.result).toMatchObject({ tone: "warning", files: [{ isSealed: false }] });
    }
  });

  it("says how many files it left out beyond its limit", async () => {
    const files = Array.from({ length: 252 }, (): SentFile => ["letter.txt", MESSAGE]);
    const { body } = await check({ certificate: certificateFile(await createSealed()), files });
    expect(body.result.files).toHaveLength(250);
    expect(body.result.sentences).toContain(
      "We compared only the first 250 files. Please check the others separately.",
    );
  });

  it("says when a copy without the salt cannot be compared", async () => {
    const { salt: _, ...certificate } = await createSealed();
    const { body } = await check({ certificate: certificateFile(certificate), files: ["letter.txt", MESSAGE] });
    expect(body.result).toMatchObject({ title: "Genuine", files: [], lacksSalt: true });
  });

  it("keeps invalid input, and requires a certificate", async () => {
    const wrong = await check({ certificate: "Dear Mia" });
    expect(wrong).toMatchObject({ status: 400, body: { initialValue: { certificate: "Dear Mia" } } });
    expect(wrong.body.error.certificate[0]).toContain("can’t read this certificate");
    const none = await check({ certificate: " " });
    expect(none.body.error.certificate).toEqual(["Please paste a certificate, or choose its file."]);
    const endless = await check({ certificateFile: ["c.json", "x".repeat(600_000)] });
    expect(endless.status).toBe(400);
  });

  it("requires the CSRF token and limits the rate by IP", async () => {
    const browser = await createBrowser();
    const post = (fields: Record<string, string>) =>
      answerOf(verify.action, formRequest("/verify", fields, browser), browser);
    expect((await post({ certificate: "{}", [CSRF_FIELD]: "forged" })).status).toBe(403);
    let last = 400;
    for (let time = 0; time <= 60 && last === 400; time += 1) last = (await post({ certificate: "{}" })).status;
    expect(last).toBe(429);
  });
});

describe("the list of public keys", () => {
  it("has every key that ever signed, including after a rotation", async () => {
    const browser = await createBrowser();
    const list = async () => {
      const answer = await answerOf(wellKnown.loader, pageRequest("/.well-known/amberkeep.json", browser), browser);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=3600");
      const known = { "If-None-Match": String(answer.headers.get("ETag")) };
      const again = pageRequest("/.well-known/amberkeep.json", browser, known);
      expect((await answerOf(wellKnown.loader, again, browser)).status).toBe(304);
      return (await answer.json()) as { keys: { keyId: string; publicKey: string; retiredAt: string | null }[] };
    };
    const certificate = await createSealed();
    const { keyId } = certificate.manifest;
    const listed = (await list()).keys.find((key) => key.keyId === keyId);
    expect(await verifySignature(certificate, listed?.publicKey ?? "")).toBe(true);

    const command = spawnSync("node_modules/.bin/tsx", ["scripts/rotate-signing-key.ts"], { encoding: "utf8" });
    expect(command.stdout).toMatch(/^Key [a-z0-9]{24} is retired\. .* with key [a-z0-9]{24} from now on\.\n$/);
    const { keys } = await list();
    expect(keys.find((key) => key.keyId === keyId)?.retiredAt).not.toBeNull();
    expect(keys.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
    expect(JSON.stringify(keys)).not.toMatch(/private|wrapped/i);
    const { manifest } = await createSealed();
    expect(manifest.keyId).not.toBe(keyId);
    expect(keys.map((key) => key.keyId)).toContain(manifest.keyId);
  });
});
