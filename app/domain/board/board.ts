import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, type MediaKind, mediaLimits } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH } from "~/domain/vault/vault";
import type { PostKind, PostState } from "~db/schema/states";

export type { PostKind, PostState };

/** In UTF-16 code units. A note is limited by the room for it as well. */
export const NOTE_MAX_LENGTH = 3_000;
/** Of the words beside a file. */
export const STORY_MAX_LENGTH = 500;
/** Of the host's words to the guests. */
export const WELCOME_MAX_LENGTH = 500;

/** Files by kind, characters of notes, and bytes of all files. */
export type Room = Record<MediaKind | "characters" | "bytes", number>;

const { photo, video, audio } = mediaLimits("memory-board");
const BOARD: Room = { photo, video, audio, characters: BOARD_NOTES_MAX_LENGTH, bytes: BOARD_MAX_BYTES };
/** The least that a guest may add, whatever the number of guests. */
const LEAST: Room = { photo: 5, video: 1, audio: 1, characters: 300, bytes: MEDIA_MAX_BYTES.video };
const MOST: Room = { photo: 50, video: 5, audio: 5, characters: NOTE_MAX_LENGTH, bytes: BOARD_MAX_BYTES / 2 };

/** What each guest may add: an equal share of the board, within bounds. */
export function shareOf(guests: number): Room {
  const equal = (limit: number) => Math.floor(limit / Math.max(1, guests));
  return mapRoom((name) => Math.min(MOST[name], Math.max(LEAST[name], equal(BOARD[name]))));
}

/** What a guest can still add. `used` is by all, host included, `own` by the guest. */
export function roomFor(guests: number, used: Room, own: Room): Room {
  const share = shareOf(guests);
  return mapRoom((name) => Math.max(0, Math.min(BOARD[name] - used[name], share[name] - own[name])));
}

export const NO_ROOM_USED: Room = { photo: 0, video: 0, audio: 0, characters: 0, bytes: 0 };

function mapRoom(value: (name: keyof Room) => number): Room {
  const names = Object.keys(BOARD) as (keyof Room)[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Room;
}

/** What `needed` has beyond `room`, if anything. */
export function lacking(needed: Room, room: Room): keyof Room | undefined {
  return (Object.keys(needed) as (keyof Room)[]).find((name) => needed[name] > room[name]);
}

/** Why a board takes no pieces now; null while it does. */
export type Closed = "sealed" | "revealed" | "paused" | "over";
