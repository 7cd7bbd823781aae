import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, type MediaKind, mediaLimits } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH } from "~/domain/vault/vault";
import type { PostKind, PostState } from "~db/schema/states";

export type { PostKind, PostState };

/** In UTF-16 code units. A note is limited by the guest's quota as well. */
export const NOTE_MAX_LENGTH = 3_000;
/** Of the words beside a file. */
export const STORY_MAX_LENGTH = 500;
/** Of the host's words to the guests. */
export const WELCOME_MAX_LENGTH = 500;

/** Amounts, allowed or used: files by kind, characters of notes, and bytes of all files. */
export type Quota = Record<MediaKind | "characters" | "bytes", number>;

const { photo, video, audio } = mediaLimits("memory-board");
const BOARD_QUOTA: Quota = { photo, video, audio, characters: BOARD_NOTES_MAX_LENGTH, bytes: BOARD_MAX_BYTES };
/** The least that a guest may add, whatever the number of guests. */
const MIN_QUOTA: Quota = { photo: 5, video: 1, audio: 1, characters: 300, bytes: MEDIA_MAX_BYTES.video };
const MAX_QUOTA: Quota = { photo: 50, video: 5, audio: 5, characters: NOTE_MAX_LENGTH, bytes: BOARD_MAX_BYTES / 2 };

/** What each guest may add: an equal share of the board, within bounds. */
export function quotaFor(guests: number): Quota {
  const equal = (limit: number) => Math.floor(limit / Math.max(1, guests));
  return mapQuota((name) => Math.min(MAX_QUOTA[name], Math.max(MIN_QUOTA[name], equal(BOARD_QUOTA[name]))));
}

/** What a guest can still add. `used` is by all, host included, `own` by the guest. */
export function remainingQuota(guests: number, used: Quota, own: Quota): Quota {
  const quota = quotaFor(guests);
  return mapQuota((name) => Math.max(0, Math.min(BOARD_QUOTA[name] - used[name], quota[name] - own[name])));
}

export const NOTHING_USED: Quota = { photo: 0, video: 0, audio: 0, characters: 0, bytes: 0 };

function mapQuota(value: (name: keyof Quota) => number): Quota {
  const names = Object.keys(BOARD_QUOTA) as (keyof Quota)[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Quota;
}

/** What `needed` has beyond `left`, if anything. */
export function findExceeded(needed: Quota, left: Quota): keyof Quota | undefined {
  return (Object.keys(needed) as (keyof Quota)[]).find((name) => needed[name] > left[name]);
}

/** Why a board takes no pieces now; null while it does. */
export type Closed = "sealed" | "revealed" | "paused" | "over";
