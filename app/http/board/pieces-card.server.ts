import { isBoard } from "~/domain/access/media-item";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { markPiecesSeen } from "~/domain/board/new-pieces.server";
import { countContributors, countPiecesByState } from "~/domain/board/pieces.server";
import { isOpen } from "~/domain/vault/vault";

export async function boardPieces(vaultId: string) {
  const [{ all, waiting, reported }, guests] = await Promise.all([
    countPiecesByState(vaultId),
    countContributors(vaultId),
  ]);
  return { all, guests, waiting, reported };
}

/** For the owner's page of a board, which marks them as seen. Null for other vaults, and while a board is sealed. */
export async function piecesOf(viewed: ViewedVault) {
  const { id, state } = viewed.vault;
  if (!isBoard(viewed) || (state !== "scheduled" && !isOpen({ state }))) return null;
  await markPiecesSeen(id);
  return boardPieces(id);
}
