import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addMedia } from "~/domain/media/media.server";
import { encryptContent } from "~/domain/vault/vault-content.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createLetter } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { type Certificate, certificateFile, certificateLines } from "./certificate";
import { findCertificate } from "./certificate.server";
import { manifestText } from "./manifest";
import { listIssuerKeys, rotateSigningKey } from "./signing-keys.server";
import { verificationInWords } from "./verification-words";
import { verifyCertificate } from "./verify-certificate.server";

const MESSAGE = "The key lies under the third stone.";
const CAPTION = "The sea at noon";
const PHOTO = await png(30, 20);
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

async function createSealed() {
  const { user } = await createUser();
  const id = await createLetter(user, { title: "For Mia", message: MESSAGE });
  await addMedia(id, 0, { kind: "photo", fileName: "sea.png", altText: CAPTION, content: PHOTO });
  await sealVault(user, id);
  const certificate = await findCertificate(id, { withSalt: true });
  if (!certificate) throw new Error("There is no certificate.");
  return { user, id, certificate };
}

const verify = (certificate: Certificate, files: { name: string; sha256: string }[] = []) =>
  verifyCertificate(certificateFile(certificate), files);

async function wordsOf(certificate: Certificate) {
  const verification = await verify(certificate);
  if (verification.status === "unreadable") throw new Error("It could not be read.");
  return verificationInWords(verification);
}

describe("verifying a certificate", () => {
  it("accepts an issued one from the file and from the mail, by any past key", async () => {
    const { certificate, id } = await createSealed();
    const { keyId } = certificate.manifest;
    expect(await verify(certificate)).toMatchObject({ status: "genuine", keyId, keyRetiredAt: null, fileCount: 1 });
    const { retired, active } = await rotateSigningKey();
    expect(retired).toBe(keyId);
    const keys = await listIssuerKeys();
    expect(keys.find((key) => key.keyId === retired)?.retiredAt).toBeInstanceOf(Date);
    expect(keys.filter(({ retiredAt }) => retiredAt === null).map((key) => key.keyId)).toEqual([active]);
    const { salt: _, ...withoutSalt } = certificate;
    const later = await verifyCertificate(`> ${certificateLines(withoutSalt).replaceAll("\n", "\n> ")}`);
    expect(later).toMatchObject({ status: "genuine", keyId, keyRetiredAt: expect.any(Date), vault: "unchanged" });
    expect((await createSealed()).certificate.manifest.keyId).toBe(active);
    const words = await wordsOf(certificate);
    expect(words.tone).toBe("success");
    expect(words.sentences[0]).toContain(`${keyId}, which was in use until`);
    for (const secret of ["Mia", "stone", "sea.png"]) expect(JSON.stringify(words)).not.toContain(secret);
    expect(JSON.stringify(words)).not.toContain(id);
  });

  it("refuses one with a digit changed or signed by another key", async () => {
    const { certificate } = await createSealed();
    const { manifest } = certificate;
    const changed = { ...certificate, manifest: { ...manifest, deliveryDate: "2044-06-15" } };
    expect(await verify(changed)).toEqual({ status: "forged", keyId: manifest.keyId });
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const publicKey = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("hex");
    const sign = async (text: string) =>
      Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, Buffer.from(text))).toString("hex");
    const own = { manifest, publicKey, signature: await sign(manifestText(manifest)) };
    expect(await verify(own)).toEqual({ status: "forged", keyId: manifest.keyId });

    const elsewhere = { ...manifest, keyId: createId(), issuer: "https://elsewhere.example" };
    const theirs = { manifest: elsewhere, publicKey, signature: await sign(manifestText(elsewhere)) };
    const notOurs = { status: "not_ours", issuer: "https://elsewhere.example", isWhole: true };
    expect(await verify(theirs)).toEqual(notOurs);
    expect(await verify({ ...theirs, signature: "0".repeat(128) })).toEqual({ ...notOurs, isWhole: false });
    expect((await wordsOf(theirs)).tone).toBe("warning");
    expect((await wordsOf(own)).tone).toBe("error");
  });

  it("compares the stored vault, or reports it as unknown", async () => {
    const { certificate, id, user } = await createSealed();
    expect(await verify(certificate)).toMatchObject({ vault: "unchanged" });
    const [kept] = await db.select().from(memories).where(eq(memories.id, id));
    await db
      .update(memories)
      .set(encryptContent(id, "For Mia", "Another"))
      .where(eq(memories.id, id));
    expect(await verify(certificate)).toMatchObject({ vault: "changed" });
    expect((await wordsOf(certificate)).tone).toBe("warning");
    const { wrappedKey, titleEncrypted, messageEncrypted } = kept ?? {};
    await db.update(memories).set({ wrappedKey, titleEncrypted, messageEncrypted }).where(eq(memories.id, id));
    await cancelVault(user, id);
    expect(await verify(certificate)).toMatchObject({ status: "genuine", vault: "unknown" });
  });

  it("compares files by their digests if it has the salt", async () => {
    const { certificate } = await createSealed();
    const files = [
      { name: "letter.txt", sha256: sha256(MESSAGE) },
      { name: "a.png", sha256: sha256(PHOTO) },
      { name: "words.txt", sha256: sha256(CAPTION) },
      { name: "b.png", sha256: sha256("another") },
    ];
    const verified = await verify(certificate, files);
    expect(verified).toMatchObject({
      compared: [
        { name: "letter.txt", parts: ["message"] },
        { name: "a.png", parts: ["file 1"] },
        { name: "words.txt", parts: ["caption 1"] },
        { name: "b.png", parts: [] },
      ],
    });
    const { salt: _, ...withoutSalt } = certificate;
    expect(await verify(withoutSalt, files)).toMatchObject({ status: "genuine", compared: undefined });
  });

  it("cannot read one whose issuer has half a character", async () => {
    const { manifest, ...signed } = (await createSealed()).certificate;
    const issuer = "https://amberkeep.example/\ud800";
    expect(await verify({ ...signed, manifest: { ...manifest, issuer } })).toEqual({ status: "unreadable" });
  });

  it.each(["", "{}", "-----BEGIN AMBERKEEP CERTIFICATE-----", "null", "x".repeat(10_000)])(
    "cannot be read when it is none",
    async (text) => {
      expect(await verifyCertificate(text)).toEqual({ status: "unreadable" });
    },
  );
});
