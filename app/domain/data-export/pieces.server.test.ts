import { addHours } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { adoptGuest, type Guest } from "~/domain/board/guests.server";
import { addPosts } from "~/domain/board/posts.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { db, inTransaction } from "~/services/db.server";
import { dataExports, memories } from "~db/schema";
import { LOCATED } from "../../../tests/corpus/located";
import { createBoard, join, postInput, postNote } from "../../../tests/factories/board";
import { prepareExport, textOf, unpackExport } from "../../../tests/factories/data-export";
import { DUE_AT, deliveriesOf, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { accountFile, piecesFile } from "./export-format";

beforeEach(() => db.delete(dataExports));

describe("what an account added to boards of others, in a copy of its data", () => {
  const pieceFilesOf = async (user: User) => {
    await prepareExport(user, DUE_AT);
    const files = await unpackExport(user, DUE_AT);
    const [listed, ...others] = accountFile.parse(JSON.parse(textOf(files, "account.json"))).pieces;
    expect(others).toEqual([]);
    return { files, listed, within: (path: string) => `${listed?.folder}/${path}` };
  };
  const joined = async (overrides: Parameters<typeof createBoard>[0] = {}) => {
    const { user: karl } = await createUser({ name: "Karl" });
    const board = await createBoard({ title: "For Grandpa", ...overrides });
    const guest = await join(board.code, "Karl");
    await adoptGuest(guest, karl, WRITTEN_AT);
    return { karl, board, guest };
  };

  const postFilm = async (guest: Guest) => {
    const content = (await LOCATED[0]?.make()) ?? Buffer.alloc(0);
    const film = { kind: "video" as const, contentType: "video/mp4", fileName: "boat.mp4", content };
    const { owner, formId } = await createUploadedPhoto(film);
    await addPosts(guest, postInput("The boat", { formId, files: { owner, altTexts: {} } }), addHours(WRITTEN_AT, 1));
    return content;
  };

  it("is there with its words and files, in the documented format, and nothing of other guests", async () => {
    const { karl, board, guest } = await joined();
    await postNote(guest, "He taught me to sail.");
    const content = await postFilm(guest);
    await postNote(await join(board.code, "Eve"), "A secret of Eve's.");
    const { files, listed, within } = await pieceFilesOf(karl);
    expect(listed).toMatchObject({
      id: board.id,
      title: "For Grandpa",
      folder: expect.stringMatching(/^pieces\/001 /),
    });
    const described = piecesFile.parse(JSON.parse(textOf(files, within("pieces.json"))));
    expect(described).toMatchObject({ host: { name: "Anna" }, guest: { name: "Karl" } });
    expect(described.pieces).toMatchObject([
      { kind: "note", text: "He taught me to sail.", files: [] },
      { kind: "video", text: "The boat", files: [{ fileName: "boat.mp4" }] },
    ]);
    expect(files.get(within(described.pieces[1]?.files[0]?.path ?? ""))).toEqual(content);
    const page = textOf(files, within("index.html"));
    expect(page).toContain("He taught me to sail.");
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = ""]) =>
      decodeURIComponent(address),
    );
    expect(addresses).toContain("README.txt");
    for (const address of addresses) expect(files.has(within(address)), address).toBe(true);
    expect(textOf(files, "index.html")).toMatch(/What you added to the boards of others.*For Grandpa/s);
    expect([...files.values()].map(String).join("\n")).not.toContain("A secret of Eve's.");
  });

  it("is hidden while the board is sealed, and gone with the board", async () => {
    const { karl, board, guest } = await joined();
    await postNote(guest, "He taught me to sail.");
    await db.update(memories).set({ state: "sealed" }).where(eq(memories.id, board.id));
    expect((await pieceFilesOf(karl)).listed).toBeUndefined();
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, board.id));
    await db.delete(dataExports);
    expect((await pieceFilesOf(karl)).listed).toMatchObject({ id: board.id });
    await db.update(memories).set({ state: "cancelled" }).where(eq(memories.id, board.id));
    await db.delete(dataExports);
    expect((await pieceFilesOf(karl)).listed).toBeUndefined();
  });

  it("has no folder without pieces, nor for pieces of another account", async () => {
    const { karl, guest } = await joined();
    expect((await pieceFilesOf(karl)).listed).toBeUndefined();
    await postNote(guest, "He taught me to sail.");
    const { user: other } = await createUser();
    expect((await pieceFilesOf(other)).listed).toBeUndefined();
  });

  it("is also there if the account has received the board", async () => {
    const { karl, board, guest } = await joined();
    await postFilm(guest);
    await deliverVault(board.id, DUE_AT);
    const delivery = (await deliveriesOf(board.id)).find(({ recipientEmail }) => recipientEmail === karl.email);
    if (!delivery) throw new Error("The board was not delivered.");
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const { files } = await pieceFilesOf(karl);
    const films = [...files.keys()].filter((path) => path.endsWith(".mp4"));
    expect(films.map((path) => path.split("/")[0])).toEqual(["received", "pieces"]);
  });

  it("is with the board itself for its host, who joined it as well", async () => {
    const { user: anna, code } = await createBoard({ title: "For Grandpa" });
    const guest = await join(code, "Anna");
    await adoptGuest(guest, anna, WRITTEN_AT);
    await postFilm(guest);
    const { files, listed } = await pieceFilesOf(anna);
    expect(listed).toBeUndefined();
    const films = [...files.keys()].filter((path) => path.endsWith(".mp4"));
    expect(films.map((path) => path.split("/")[0])).toEqual(["memories"]);
  });
});
