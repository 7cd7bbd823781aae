import { expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { createBoard, join, postNote, postPhoto } from "../../../tests/factories/board";
import { WRITTEN_AT } from "../../../tests/factories/letter";
import { vaultToConfirm } from "./confirm-vault-data";

it("names what guests added to a board before it is sealed or cancelled", async () => {
  const { user, id, code } = await createBoard();
  const contentOf = async () => {
    const viewed = (await viewVault({ user }, id, WRITTEN_AT)) ?? expect.unreachable();
    return vaultToConfirm(viewed, WRITTEN_AT).facts.find(({ label }) => label === "In it")?.value;
  };
  expect(await contentOf()).toBe("A message");
  const guest = await join(code, "Karl");
  await postNote(guest, "Once upon a time");
  expect(await contentOf()).toBe("A message and 1 piece from guests");
  await postPhoto(guest);
  expect(await contentOf()).toBe("A message and 2 pieces from guests");
});
