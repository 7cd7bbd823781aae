import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { is } from "drizzle-orm";
import { getTableConfig, MySqlTable } from "drizzle-orm/mysql-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { ownerOfReceived } from "~/domain/account/list-owner.server";
import { redeemRecoveryCode } from "~/domain/account/recovery-codes.server";
import { findAddressQuestion } from "~/domain/address-health/confirmation.server";
import { stillRightLink } from "~/domain/address-health/still-right-link.server";
import { giftLink } from "~/domain/billing/gift-link.server";
import { confirmationToken, guestProof } from "~/domain/board/guest-link.server";
import { inviteCode, inviteCodeHash } from "~/domain/board/invite-link.server";
import { claimCodeHash } from "~/domain/claim/card.server";
import { backupLink } from "~/domain/delivery/backup-contact.server";
import { proposalLink } from "~/domain/delivery/proposed-address-link.server";
import { helpLink, legacyLink } from "~/domain/legacy/legacy-links.server";
import { storageProof } from "~/domain/media/storage-proof.server";
import { newsletterUrl } from "~/domain/newsletter/newsletter-links.server";
import { requestSubscription } from "~/domain/newsletter/subscribe.server";
import { blockDigest } from "~/domain/outbox/block-digest.server";
import { readStopLink } from "~/domain/outbox/stop-link.server";
import { unsubscribeUrl } from "~/domain/outbox/unsubscribe.server";
import { cardLink, openingLink, smsUrl } from "~/domain/recipients/opening-link.server";
import { shareTokenFor } from "~/domain/share/shares.server";
import { termOf } from "~/domain/vault/search-terms.server";
import { decrypt, masterKeyChecks, placeOf, unwrapDataKey } from "~/services/cipher.server";
import { db, inTransaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { saveFact } from "~/services/installation-facts.server";
import { idHeader } from "~/services/mail/headers.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { contentBytes, openEncrypted, readContent } from "~/services/media-store/encrypted-file.server";
import { hashSecretToken } from "~/services/secret-token.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import * as schema from "~db/schema";
import { createLetter } from "./factories/letter";
import { createUser } from "./factories/user";

const [ID, VAULT] = ["aaaaaaaaaaaaaaaaaaaaaaaa", "vvvvvvvvvvvvvvvvvvvvvvvv"];
const [EMAIL, OTHER] = ["mia@example.org", "bo@example.org"];
const STOP_LINK = "AQ2HlMO1bFNLsk2vCka0drztFW0bg_vrNPBVTPcOu49dWwUJHr9O1_ppWtqJmYMOe324uA-lx0ykVOriHJpVAj7nWaC5";
const FILE_ON_DISK =
  "k0FNQktQCgIAAAABARBAkyG8KWtI5E2PaNunXSY65Sn4lSKF07MsG/w1hSc1Ma9vy24nVMfVpTcXvrx5l+Ev2A9r72uOKjChHuwA" +
  "IXmsBlrE334we6+ZwyaLE6JfqKIUkcMXaw4xLcgHAHZgRqoG9IRiHNX7Osl3LVIYhytnb1V9FCROiqVCYg==";
/** Long-lived ones. */
const PLACES = [
  "authenticators.wrapped_key",
  "authenticators.secret_encrypted",
  "board_media.wrapped_key",
  "board_media.alt_text_encrypted",
  "board_posts.wrapped_key",
  "board_posts.text_encrypted",
  "board_welcomes.wrapped_key",
  "board_welcomes.text_encrypted",
  "certificates.salt_encrypted",
  "gifts.wrapped_key",
  "gifts.note_encrypted",
  "media.wrapped_key",
  "media.alt_text_encrypted",
  "memories.wrapped_key",
  "memories.title_encrypted",
  "memories.message_encrypted",
  "messages.wrapped_key",
  "messages.props_encrypted",
  "reply_media.wrapped_key",
  "reply_media.alt_text_encrypted",
  "replies.wrapped_key",
  "replies.text_encrypted",
  "signing_keys.wrapped_key",
  "signing_keys.private_key_encrypted",
];
const FILE = { id: ID, storageKey: "media/a" };

/**
 * Mails, printed cards and rows hold these for decades: after any change to how they are made, all of them would stop
 * working.
 */
describe("a link, code or digest that was given away earlier", () => {
  it.each([
    [
      "opening link",
      openingLink({ id: ID, recipientEmail: EMAIL, linkVersion: 1 }),
      `${ID}.US6zH_7cnRJgmobxDNRyasjbE5cBzL-u-3ZyPa7-Chg`,
    ],
    [
      "link by text message",
      smsUrl({ id: ID, smsTo: "+4930123456" as PhoneNumber, linkVersion: 1 }),
      `http://localhost:3000/open/${ID}.iXezTNQOjAmEKwvhYKFUl3aCF20jHubnwRHghind7rY`,
    ],
    ["link for a claim card", cardLink(ID), `${ID}.fchJfN1EVU7_5NjgOV9Y99fmRgi2FXI_eG6whXGimLI`],
    ["claim code", claimCodeHash("CODE"), "0a19ba2e2d66a347c8657b0b4862b8a2c3a90d558e46b66398ead5d2aa3df973"],
    ["guest's private link", guestProof(ID), `${ID}.AfLYbXMgon30x1MIePcwmzCMAkpyCuKStkQ2OtD-dqw`],
    ["guest's confirmation", confirmationToken(ID, EMAIL), `${ID}._8onF4wBMuSdpxEYpPTxJuqw3o1TxwmqX6rKWEjJiYg`],
    ["board's invitation", inviteCode(ID), "W8EFM986C9PTGDT3MXUU"],
    ["invite code", inviteCodeHash("CODE"), "36c6b1657e58d5d78d763646c0b2602bf2c2444c0f4a87c993003bcfa67fbc3b"],
    [
      "backup contact's link",
      backupLink({ id: ID, recipientEmail: EMAIL }, OTHER),
      `${ID}.bZoef5xy4w96gfR6dkUSvJEH_N97lgdwrL1sIQl-k5E`,
    ],
    ["link that stops an address", proposalLink(ID), `${ID}.1r1D2ekQHSHcD7HqpJ7l6ZUYqrC3OtfacrFq5gmFsLY`],
    [
      "question to the sender",
      stillRightLink({ userId: ID, email: EMAIL, askedAt: new Date(0) }),
      `${ID}.0.FqXf4baLagrtJ19_VTt33UCOQf0-b_ysyIlHDq8JzMI`,
    ],
    ["share link", shareTokenFor(ID), "sP_nf8N6mCtd4xkHIY8Dzu"],
    ["legacy contact's invitation", legacyLink("invitation", ID), `${ID}.IlNF7TYJ6RKMvhzaRdZPMY1nJxTVE4Mjr6stASgJ2L0`],
    ["link that stops a legacy contact", legacyLink("stop", ID), `${ID}.9qntyDu16QskToMSl01B9vMjvnlRt1AfmHqq_gsltI8`],
    [
      "legacy contact's link",
      helpLink({ contactId: ID, vaultId: VAULT, linkVersion: 1 }),
      `${ID}.${VAULT}.vfdTl-cKvgIboK9Fmd8jWG8m5tiUgNRhbQim_LBad2E`,
    ],
    ["gift link", giftLink(ID), `${ID}.keujZPe85P1QUpHFdKBQrGSVDvce4pUp4rrEOVQtVsI`],
    [
      "newsletter's confirmation",
      newsletterUrl(ID, "confirm"),
      `http://localhost:3000/newsletter/confirm/${ID}.aYQMvuN7PamfQg_-S974odUAlc8q-X9uvFmf_bQKFHM`,
    ],
    [
      "end of the newsletter",
      newsletterUrl(ID, "stop"),
      `http://localhost:3000/newsletter/stop/${ID}.BU-A1i9MbQMWtiM6n9m6TNyAuqDVZs6JWfRI9aYDtMw`,
    ],
    [
      "end of a kind of mail",
      unsubscribeUrl({ userId: ID, email: EMAIL }, "weeklyDigest"),
      `http://localhost:3000/unsubscribe/${ID}.weeklyDigest.mNE765eAEuSJW3VK.AOdIDJc6EJtGdAEqZKoCejR7UYqeyu8LhCKh5Gvh8ho`,
    ],
    ["mail's header", Object.values(idHeader({ outboxId: ID }))[0], `${ID}.Ps1IVAtbbB-iQ8Bj_ZIUUU`],
    ["blocked sender", blockDigest(EMAIL), "7959d5a54c06ae26980e67a0ec382977863300304f0f8cf40bb5d13c05efa135"],
    [
      "owner of what an email received",
      ownerOfReceived(EMAIL),
      "cd6eafb078290ca8a30c4235c5301c31f68869dd560c00a5bcc5ec45999fb36c",
    ],
    ["search term", termOf("owner", "word").toString("hex"), "780e5c124988ad63"],
    [
      "proof of a vault's file",
      storageProof({ ...FILE, vaultId: VAULT }),
      "655abb966ade56a8689595fa26d09219ad45af150b4874d8386007ea4ec4eea8",
    ],
    [
      "proof of a reply's file",
      storageProof({ ...FILE, replyId: VAULT }),
      "cd0e15115bd2e211e940aee5222a97864dd4ede2ab016b1da48cc6f9dd1628cf",
    ],
    [
      "proof of a piece's file",
      storageProof({ ...FILE, postId: VAULT }),
      "ca373d8a98a33d21ad166a810dae94b7d9562c9a77605fc1c59e5c6bb5f1d34f",
    ],
    ["token's hash", hashSecretToken("token"), "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0"],
    ["message's id", deriveId("message", "key"), "m29lovgk14wo8p7ylrnz565m"],
  ])("is the same: %s", (_, made, given) => {
    expect(made).toBe(given);
  });

  it("is read: a link that stops a sender's mails", () => {
    expect(readStopLink(STOP_LINK)).toEqual({ senderId: ID, email: EMAIL });
  });

  it("is found: the question about an address", async () => {
    const vaultId = await createLetter((await createUser()).user, { recipientEmail: EMAIL });
    await db.insert(schema.addressHealth).values({ id: ID, vaultId, email: EMAIL, askedAt: new Date() });
    const question = await findAddressQuestion(`${ID}.tmf7Dq8bNEpizW1Vq6mfzO5Q3HviXjgus17TY7KgiP0`);
    expect(question?.vaultId).toBe(vaultId);
  });

  it("is found: the subscriber whom older issues name", async () => {
    await requestSubscription(EMAIL);
    const [subscriber] = await db.select().from(schema.newsletterSubscribers);
    expect(subscriber?.id).toBe("4fb7340f5bf41912b9e45e56");
  });

  it("is accepted: a recovery code", async () => {
    const now = new Date();
    const account = { id: ID, email: OTHER, fullName: "Bo", timeZone: "UTC", createdAt: now, updatedAt: now };
    await db.insert(schema.profiles).values(account);
    const codeHash = "afec32457b7619e0713b7984479b6dbcb0ccb2053a5a5b41feae4c992f2c4467";
    await db.insert(schema.recoveryCodes).values({ codeHash, userId: ID });
    expect(await inTransaction((tx) => redeemRecoveryCode(tx, ID, "W8EFM986C9PTGDT3MXUU", now))).toBe(true);
  });
});

describe("what was stored earlier", () => {
  it("passes the check of the keys at the start", async () => {
    expect(masterKeyChecks().get(1)).toBe("14f484aaac3b70633a58005037ca95c360d78dfed8219143614a1e05f679b25d");
    await saveFact("app_secret_check", "a46243a12ed70190b935241e31d6b6fefb6c12fd8835c35ac1f2f154f7b8f515");
    await expect(checkMasterKeys()).resolves.toBeUndefined();
  });

  it("can be decrypted: the title of a vault", () => {
    const wrappedKey = Buffer.from(
      "AQKxbA6moIfoUJnitWCSerVLdouolGcMP3oCkbaHP/p3sC6ZJ1CMFc7STaLENNzRRZ4km6rphZ8aaAqw5Q==",
      "base64",
    );
    const title = Buffer.from("AekAVNjInIRTzWejGHcBSrnCKzEA+z3mkGRqGWrvFDiQy8GP", "base64");
    const key = unwrapDataKey({ wrappedKey, masterKeyId: 1 }, placeOf(schema.memories.wrappedKey, ID));
    expect(decrypt(key, title, placeOf(schema.memories.titleEncrypted, ID)).toString()).toBe("For Mia");
  });

  it("can be decrypted: a file on the disk", async () => {
    const folder = await mkdtemp(join(tmpdir(), "amberkeep-kept-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "file");
    await writeFile(path, Buffer.from(FILE_ON_DISK, "base64"));
    const opened = (await openEncrypted(path, "media/a")) ?? expect.unreachable();
    const bytes = await contentBytes(opened);
    const content = await text(readContent(opened, { start: 0, end: bytes - 1, bytes }));
    await opened.file.close();
    expect(content).toBe("A photo");
  });

  it("is in tables and columns of the same names, to which the ciphertexts are bound", () => {
    const tables = Object.values(schema).filter((value) => is(value, MySqlTable));
    const names = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => `${name}.${column.name}`);
    });
    expect(names).toEqual(expect.arrayContaining(PLACES));
  });
});
