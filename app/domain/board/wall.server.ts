import { isOpen } from "~/domain/vault/vault";
import type { Board } from "./board.server";

/** Whether guests see each other's pieces: from the reveal on, and before if the host opened the board. */
export function canSeeWall({ state, settings }: Pick<Board, "state" | "settings">): boolean {
  return isOpen({ state }) || (state === "scheduled" && settings.isOpen);
}
