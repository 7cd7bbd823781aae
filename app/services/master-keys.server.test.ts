import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import { installationFacts, masterKeys, messages, visitorDrafts } from "~db/schema";

/** A home of its own, where no other test leaves files. */
const home = await vi.hoisted(async () => {
  const { mkdtempSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const path = mkdtempSync(`${tmpdir()}/amberkeep-keys-`);
  process.env.AMBERKEEP_HOME = path;
  return path;
});
afterAll(() => rm(home, { recursive: true, force: true }));

const keyOf = (id: number, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const [FIRST, OTHER_FIRST, SECOND] = [keyOf(1, 7), keyOf(1, 8), keyOf(2, 9)];

/** As a process that starts with these keys. */
async function startWith(...keys: string[]) {
  vi.stubEnv("VAULT_MASTER_KEYS", keys.join(","));
  vi.resetModules();
  const { checkMasterKeys } = await import("./master-keys.server");
  return checkMasterKeys();
}

async function retire(keyId: number) {
  const { retireMasterKey } = await import("~/domain/maintenance/retire-master-key.server");
  return retireMasterKey(keyId);
}

const recorded = async () => (await db.select().from(masterKeys)).map(({ keyId }) => keyId).sort();

beforeEach(async () => {
  await db.delete(masterKeys);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("a start", () => {
  it("records the keys of an empty database, and accepts them again with a new one", async () => {
    await startWith(FIRST);
    await startWith(FIRST);
    await startWith(SECOND, FIRST);
    expect(await recorded()).toEqual([1, 2]);
  });

  it("is refused with another key under an old number, and records nothing", async () => {
    await startWith(FIRST);
    await expect(startWith(OTHER_FIRST, SECOND)).rejects.toThrow(
      /^Master key 1 in VAULT_MASTER_KEYS is not the key that this database was written with: [^.]*\.$/,
    );
    expect(await recorded()).toEqual([1]);
  });

  it.each([
    ["does not accept the password", { password: "tulip-9" }, /^DATABASE_URL [^.]* password\.$/],
    ["is given no database", { pathname: "/" }, /^DATABASE_URL [^.]* needs the name of a database at its end\.$/],
  ])("ends with one sentence when MySQL %s", async (_, change, sentence) => {
    vi.stubEnv("DATABASE_URL", Object.assign(new URL(process.env.DATABASE_URL ?? ""), change).href);
    vi.resetModules();
    const { ensureMasterKeys } = await import("./master-keys.server");
    const { log } = await import("./log.server");
    const fatal = vi.spyOn(log, "fatal");
    vi.spyOn(process, "exit").mockImplementationOnce(() => {
      throw new Error("ended");
    });
    await expect(ensureMasterKeys()).rejects.toThrow("ended");
    expect(fatal).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(sentence));
  });

  it("says that the tables are missing while it waits for them", async () => {
    vi.stubEnv("DATABASE_URL", Object.assign(new URL(process.env.DATABASE_URL ?? ""), { pathname: "/mysql" }).href);
    vi.resetModules();
    const { ensureMasterKeys } = await import("./master-keys.server");
    const { log } = await import("./log.server");
    vi.spyOn(log, "warn").mockImplementationOnce((_, text) => {
      throw new Error(text);
    });
    await expect(ensureMasterKeys()).rejects.toThrow(/waiting for npm run migrate$/);
  });

  it("is refused with another APP_SECRET, unless it was changed on purpose", async () => {
    vi.stubEnv("APP_SECRET", "a".repeat(40));
    await db.delete(installationFacts).where(eq(installationFacts.name, "app_secret_check"));
    await startWith(FIRST);
    vi.stubEnv("APP_SECRET", "b".repeat(40));
    await expect(startWith(FIRST)).rejects.toThrow(
      /^APP_SECRET is not the secret that this database was written with: /,
    );
    vi.stubEnv("APP_SECRET_CHANGED", "1");
    await startWith(FIRST);
    vi.stubEnv("APP_SECRET_CHANGED", "0");
    await startWith(FIRST);
    await db.delete(installationFacts).where(eq(installationFacts.name, "app_secret_check"));
  });

  it("is refused without a key that was in use", async () => {
    await startWith(FIRST, SECOND);
    await expect(startWith(SECOND)).rejects.toThrow(/^Master key 1 in VAULT_MASTER_KEYS is missing: [^.]*\.$/);
  });

  it("lets one of two first starts with different keys win", async () => {
    vi.stubEnv("VAULT_MASTER_KEYS", FIRST);
    vi.resetModules();
    const one = await import("./master-keys.server");
    vi.stubEnv("VAULT_MASTER_KEYS", OTHER_FIRST);
    vi.resetModules();
    const other = await import("./master-keys.server");
    const starts = await Promise.allSettled([one.checkMasterKeys(), other.checkMasterKeys()]);
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("reveals no key in the database", async () => {
    await startWith(FIRST);
    const [row] = await db.select().from(masterKeys);
    expect(row?.checkValue).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.checkValue).not.toBe(Buffer.alloc(32, 7).toString("hex"));
  });
});

describe("an old key", () => {
  it("cannot be retired while a row or a file needs it, nor the newest at all", async () => {
    await startWith(FIRST);
    const { saveVisitorDraft } = await import("~/domain/visitor-draft/visitor-draft.server");
    const { visitorDraft } = await import("../../tests/factories/visitor-draft");
    const { deleteMedia, putMedia } = await import("./media-store.server");
    await saveVisitorDraft(visitorDraft(), []);
    await putMedia("ab/retired", Buffer.from("a picture"), { kind: "photo", contentType: "image/png" });
    expect(await retire(1)).toMatchObject({ ok: false, reason: "newest" });
    await startWith(FIRST, SECOND);
    expect(await retire(3)).toMatchObject({ ok: false, reason: "unknown" });
    expect(await retire(1)).toEqual({ ok: false, reason: "needed", where: ["visitor_drafts", "media files"] });
    await db.delete(visitorDrafts);
    expect(await retire(1)).toEqual({ ok: false, reason: "needed", where: ["media files"] });
    await deleteMedia("ab/retired", "photo");
    expect(await retire(1)).toEqual({ ok: true });
    await startWith(SECOND);
  });

  it("is not needed by mails that were sent and emptied", async () => {
    await startWith(FIRST);
    const { createUser } = await import("../../tests/factories/user");
    await createUser({ verified: false });
    await startWith(FIRST, SECOND);
    expect(await retire(1)).toMatchObject({ reason: "needed", where: ["messages"] });
    await db.update(messages).set({ propsEncrypted: Buffer.alloc(0) });
    expect(await retire(1)).toEqual({ ok: true });
  });
});
