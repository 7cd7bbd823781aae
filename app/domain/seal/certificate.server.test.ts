import { createId } from "@paralleldrive/cuid2";
import { eq, isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { encryptAltText } from "~/domain/media/alt-text.server";
import { addMedia, listMedia } from "~/domain/media/media.server";
import { encryptContent } from "~/domain/vault/vault-content.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { certificates, media, memories, messages, signingKeys } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createLetter, DUE_AT, letterInput, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { fingerprintOf, parseCertificate, verifySignature } from "./certificate";
import { checkSeal, findCertificate } from "./certificate.server";
import { toHex } from "./hex";
import { rotateSigningKey } from "./signing-keys.server";

const PHOTO = {
  kind: "photo",
  fileName: "sea.png",
  altText: "The sea",
  content: await png(30, 20),
} as const;
const OTHER = await png(20, 30);
const SEALED_AT = new Date("2030-01-06T12:00:00.123Z");

async function createSealed(message = "yes", title = "For Mia") {
  const { user } = await createUser();
  const id = await createLetter(user, {
    title: `${title} ${createId()}`,
    message,
    deliveryZone: "Europe/Berlin",
    deliveryDate: "2031-06-14",
  });
  await addMedia(id, 0, PHOTO);
  await addMedia(id, 1, { ...PHOTO, content: OTHER });
  const sealed = await sealVault(user, id, SEALED_AT);
  expect(sealed).toEqual({ ok: true, id });
  return { user, id };
}

const activeKeys = () => db.$count(signingKeys, isNull(signingKeys.retiredAt));

describe("sealing a vault", () => {
  it("issues a signed certificate without the content", async () => {
    const { id } = await createSealed("the secret words");
    const certificate = await findCertificate(id);
    if (!certificate) throw new Error("There is no certificate.");
    expect(certificate.manifest).toMatchObject({
      format: "amberkeep-seal-1",
      vault: id,
      sealedAt: "2030-01-06T12:00:00.123Z",
      deliveryDate: "2031-06-14",
      deliveryTime: "09:00",
      deliveryZone: "Europe/Berlin",
      files: [
        { position: 1, kind: "photo", bytes: PHOTO.content.length },
        { position: 2, kind: "photo", bytes: OTHER.length },
      ],
    });
    const text = JSON.stringify(certificate);
    for (const word of ["secret", "For Mia", "sea.png", "The sea"]) expect(text).not.toContain(word);
    const [key] = await db.select().from(signingKeys).where(eq(signingKeys.id, certificate.manifest.keyId));
    expect(await verifySignature(certificate, toHex(key?.publicKey ?? Buffer.alloc(0)))).toBe(true);
  });

  it("mails it to the owner in the same transaction", async () => {
    const { user, id } = await createSealed();
    const [mail, ...more] = await writtenTo(user.email, "seal_certificate");
    expect(more).toEqual([]);
    expect(mail?.vaultId).toBe(id);
    expect(parseCertificate(mail?.props.certificate ?? "")).toEqual(await findCertificate(id));
    expect(mail?.props).toMatchObject({ sealedOn: "2030-01-06", deliveryDate: "2031-06-14", fileCount: 2 });
  });

  it("covers the files of its form, also with a concurrent change", async () => {
    const { user } = await createUser({ vaultLimit: 20 });
    for (let round = 0; round < 8; round += 1) {
      const [formId, owner] = [createId(), createId()];
      const files = { owner, formId };
      const sea = await createUpload(owner, formId, { altText: "The sea" });
      const id = await createLetter(user, { formId, files });
      await createUpload(owner, formId, { altText: "Late" });
      const [sealed, changed] = await Promise.all([
        sealVault(user, id, SEALED_AT),
        updateVault(
          user,
          id,
          letterInput({ message: "Another word", files: { ...files, removed: [sea.id] } }),
          SEALED_AT,
        ),
      ]);
      expect(sealed).toEqual({ ok: true, id });
      expect(changed.ok || changed.reason).toBe(changed.ok || "not_editable");
      expect((await findCertificate(id))?.manifest.files).toHaveLength(1);
      expect(await checkSeal(id)).toEqual({ sealedAt: SEALED_AT, isUnchanged: true });
    }
  });

  it("leaves no certificate or mail when it fails", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await expect(sealVault({ ...user, email: "a".repeat(300) }, id)).rejects.toThrow();
    expect(await db.$count(certificates, eq(certificates.vaultId, id))).toBe(0);
    expect(await db.$count(messages, eq(messages.vaultId, id))).toBe(0);
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await sealVault(user, id)).toEqual({ ok: true, id });
  });

  it("issues one certificate when repeated concurrently", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const results = await Promise.all(Array.from({ length: 10 }, () => sealVault(user, id)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await db.$count(certificates, eq(certificates.vaultId, id))).toBe(1);
    expect(await writtenTo(user.email, "seal_certificate")).toHaveLength(1);
  });

  it("issues none for unsealed vaults and old seals", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    expect(await findCertificate(id)).toBeUndefined();
    await db.update(memories).set({ state: "sealed", sealedAt: SEALED_AT }).where(eq(memories.id, id));
    expect([await findCertificate(id), await checkSeal(id)]).toEqual([undefined, undefined]);
  });
});

describe("a seal", () => {
  it("matches the text that the recipient reads", async () => {
    const message = `Ünïcødé 👩‍👩‍👧 مرحبا \u202eabc\ufeff\tend\n\n  e\u0301 é `;
    const { user, id } = await createSealed(message);
    await deliverVault(id, DUE_AT);
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
    expect((await viewVault({ user }, id, DUE_AT))?.vault.message).toBe(message);
    expect(await checkSeal(id)).toEqual({ sealedAt: SEALED_AT, isUnchanged: true });
  });

  const changes: [string, (id: string) => Promise<unknown>][] = [
    ["the day", (id) => db.update(memories).set({ deliveryDate: "2031-06-15" }).where(eq(memories.id, id))],
    ["the hour", (id) => db.update(memories).set({ deliveryHour: 10 }).where(eq(memories.id, id))],
    ["the minute", (id) => db.update(memories).set({ deliveryMinute: 1 }).where(eq(memories.id, id))],
    ["the zone", (id) => db.update(memories).set({ deliveryZone: "UTC" }).where(eq(memories.id, id))],
    [
      "the day of sealing",
      (id) =>
        db
          .update(memories)
          .set({ sealedAt: new Date("2030-01-06T12:00:00.124Z") })
          .where(eq(memories.id, id)),
    ],
    [
      "the words, under another key",
      (id) =>
        db
          .update(memories)
          .set(encryptContent(id, "For Mia", "no"))
          .where(eq(memories.id, id)),
    ],
    [
      "a byte of the words",
      (id) =>
        db
          .update(memories)
          .set({ messageEncrypted: Buffer.from("changed, and so illegible") })
          .where(eq(memories.id, id)),
    ],
    [
      "a file",
      (id) =>
        db
          .update(media)
          .set({ sha256: "0".repeat(64) })
          .where(sql`${media.vaultId} = ${id} and ${media.position} = 0`),
    ],
    [
      "a caption",
      async (id) => {
        const [, file] = await listMedia(id);
        if (!file) throw new Error("There is no second file.");
        await db
          .update(media)
          .set(encryptAltText(media, file.id, "The see"))
          .where(eq(media.id, file.id));
      },
    ],
    [
      "a byte of a caption",
      (id) =>
        db
          .update(media)
          .set({ altTextEncrypted: Buffer.from("changed, and so illegible") })
          .where(sql`${media.vaultId} = ${id} and ${media.position} = 1`),
    ],
    [
      "the order of the files",
      (id) => db.update(media).set({ position: 5 }).where(sql`${media.vaultId} = ${id} and ${media.position} = 0`),
    ],
    ["that a file is gone", (id) => db.delete(media).where(sql`${media.vaultId} = ${id} and ${media.position} = 1`)],
    ["that a file came", (id) => addMedia(id, 2, PHOTO)],
    [
      "a byte of the manifest",
      (id) =>
        db
          .update(certificates)
          .set({ manifest: sql`replace(manifest, '2031-06-14', '2031-06-15')` })
          .where(eq(certificates.vaultId, id)),
    ],
    [
      "the signature",
      (id) =>
        db
          .update(certificates)
          .set({ signature: Buffer.alloc(64) })
          .where(eq(certificates.vaultId, id)),
    ],
    [
      "the salt",
      (id) =>
        db
          .update(certificates)
          .set({ saltEncrypted: Buffer.alloc(60) })
          .where(eq(certificates.vaultId, id)),
    ],
  ];

  it.each(changes)("is broken by a change of %s", async (_, change) => {
    const { id } = await createSealed();
    expect(await checkSeal(id)).toMatchObject({ isUnchanged: true });
    await change(id);
    expect(await checkSeal(id)).toMatchObject({ isUnchanged: false });
  });

  it("stays valid after a key rotation; new certificates use the new key", async () => {
    const before = await createSealed();
    await rotateSigningKey();
    const after = await createSealed();
    const [old, young] = [await findCertificate(before.id), await findCertificate(after.id)];
    expect(old?.manifest.keyId).not.toBe(young?.manifest.keyId);
    for (const { id } of [before, after]) expect(await checkSeal(id)).toMatchObject({ isUnchanged: true });
    expect(await activeKeys()).toBe(1);
  });

  it("has a fingerprint in sixteen groups", async () => {
    const { id } = await createSealed();
    const certificate = await findCertificate(id);
    expect(certificate && (await fingerprintOf(certificate.manifest))).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
  });
});

describe("the signing key", () => {
  beforeEach(async () => {
    await inTransaction(async (tx) => {
      await tx.update(signingKeys).set({ retiredAt: WRITTEN_AT }).where(isNull(signingKeys.retiredAt));
    });
  });

  it("is created once, also concurrently", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, async () => (await createUser()).user));
    const letters = await Promise.all(people.map(async (user) => ({ user, id: await createLetter(user) })));
    const before = await db.$count(signingKeys);
    const sealed = await Promise.all(letters.map(({ user, id }) => sealVault(user, id)));
    expect(sealed.every((result) => result.ok)).toBe(true);
    expect(await db.$count(signingKeys)).toBe(before + 1);
    for (const { id } of letters) expect(await checkSeal(id)).toMatchObject({ isUnchanged: true });
  });

  it("is unique while rotating and sealing concurrently", async () => {
    const letters = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { user } = await createUser();
        return { user, id: await createLetter(user) };
      }),
    );
    await Promise.all(letters.flatMap(({ user, id }) => [sealVault(user, id), rotateSigningKey()]));
    expect(await activeKeys()).toBe(1);
    for (const { id } of letters) expect(await checkSeal(id)).toMatchObject({ isUnchanged: true });
  });

  it("is stored encrypted", async () => {
    await rotateSigningKey();
    const [key] = await db.select().from(signingKeys).where(isNull(signingKeys.retiredAt));
    // Every Ed25519 key in PKCS#8 starts like this.
    expect(key?.privateKeyEncrypted.includes(Buffer.from("302e020100300506032b6570", "hex"))).toBe(false);
    expect(key?.publicKey).toHaveLength(32);
  });
});
