import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { addMedia } from "~/domain/media/media.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { png } from "../../../tests/corpus/photos";
import { createLetter, DUE_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { readingOf, sharedReadingOf } from "./reading.server";

async function read(vault: Partial<NewVaultInput>) {
  const { user } = await createUser();
  const id = await createLetter(user, vault);
  for (const position of [0, 1]) {
    await addMedia(id, position, { kind: "photo", fileName: `${position}.png`, content: await png() });
  }
  const viewed = await viewVault({ user }, id, DUE_AT);
  if (!viewed) throw new Error("Its owner does not see the vault.");
  return { user, viewed };
}

const boardRecipients = [{ name: "Otto", email: "otto@example.net" }];

describe("the reading page", () => {
  it("names the author of each item of a board, also in a share", async () => {
    const { user, viewed } = await read({ type: "memory-board", boardRecipients });
    const reading = await readingOf(viewed, { now: DUE_AT, isSignedIn: true });
    const shared = await sharedReadingOf(viewed, "token", DUE_AT);
    for (const { wall } of [reading, shared]) {
      expect(wall?.pieces.map(({ author }) => author)).toEqual([user.name, user.name]);
    }
    expect([reading.keepsakeHref, shared.keepsakeHref]).toEqual([expect.any(String), null]);
    for (const { file, href } of shared.wall?.pieces ?? []) {
      for (const url of [file?.href, href]) if (url) expect(url).toContain("share=token");
    }
  });

  it("names no author for the files of a letter", async () => {
    const { viewed } = await read({});
    const { wall, media } = await readingOf(viewed, { now: DUE_AT, isSignedIn: true });
    expect([wall, ...media.map(({ author }) => author)]).toEqual([null, null, null]);
  });

  it("has its days in the vault's zone", async () => {
    // Half a day ahead of UTC, where it is still the day before.
    const { viewed } = await read({ deliveryZone: "Pacific/Auckland" });
    const now = new Date("2031-06-13T21:00:00Z");
    expect(await readingOf(viewed, { now, isSignedIn: true })).toMatchObject({
      writtenOn: "January 6, 2030",
      openOn: "today",
    });
  });
});
