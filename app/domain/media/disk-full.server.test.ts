import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import { uploads } from "~db/schema";

// More than any disk has, before the settings are read.
vi.hoisted(() => {
  process.env.DISK_RESERVE_MB = String(2 ** 50);
});

import { mediaFolderTrouble } from "~/services/media-store.server";
import { startUpload } from "./start-upload.server";

it("an upload is refused with a sentence while the disk is nearly full", async () => {
  const owner = "0".repeat(64);
  const file = { formId: createId(), kind: "photo", fileName: "mia.jpg", bytes: 10, type: "letter" } as const;
  expect(await startUpload(owner, file)).toEqual({
    ok: false,
    reason: "disk_full",
    message: "We have no room for “mia.jpg” just now. Your words are safe without it. Please add it again tomorrow.",
  });
  expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(0);
});

it("an operator sees that the disk is nearly full", async () => {
  expect(await mediaFolderTrouble()).toBe(`less than ${2 ** 50} MB are left on its disk (DISK_RESERVE_MB)`);
});
