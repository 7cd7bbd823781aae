export { guestsInWords, newPieces } from "~/emails/new-pieces";

/** Pieces of a board that its host has not looked at yet. */
export type NewPieces = {
  vaultId: string;
  title: string;
  pieces: number;
  /** The guests who added them, the latest first. */
  guestNames: string[];
  /** When the newest was added. */
  at: Date;
};
