import type { MediaKind } from "~/domain/media/media";
import { KIND_NOUNS, sizeInWords } from "~/domain/media/media-words";
import type { Closed, Quota } from "./board";

const counted = (count: number, [one, several]: readonly [string, string]) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : several}`;

/** `You can add 4 more photos and 1 more video.` */
export function quotaInWords(quota: Quota, kinds: MediaKind[]): string {
  const left = kinds.filter((kind) => quota[kind] > 0);
  const parts = left.map((kind) => {
    const [one, several] = KIND_NOUNS[kind];
    return counted(quota[kind], [`more ${one}`, `more ${several}`]);
  });
  if (parts.length === 0) {
    const nouns = kinds.map((kind) => KIND_NOUNS[kind][1]);
    return `There’s no room left for ${new Intl.ListFormat("en", { type: "disjunction" }).format(nouns)}.`;
  }
  return `You can add ${new Intl.ListFormat("en").format(parts)}. The board is shared fairly among all guests.`;
}

export function noteQuotaInWords({ characters }: Quota): string {
  if (characters === 0) return "There’s no room left for stories.";
  return `${counted(characters, ["character", "characters"])} left for you. The board’s three pages are shared fairly.`;
}

/** The form field and the sentence for what did not fit. */
export function overQuotaInWords(
  exceeded: keyof Quota,
  left: Quota,
  needed: Quota,
): { field: string; message: string } {
  if (exceeded === "bytes") {
    const message = `There’s room for ${sizeInWords(left.bytes)} more, and this is ${sizeInWords(needed.bytes)}. Nothing is lost: remove a file below, or choose a smaller one.`;
    return { field: needed.video > 0 ? "video" : needed.photo > 0 ? "photo" : "audio", message };
  }
  if (exceeded === "characters") {
    const message =
      left.characters === 0
        ? "There’s no room left for stories. Yours is still here: copy it, or ask your host to make room."
        : `There’s room for ${counted(left.characters, ["character", "characters"])}, and this has ${needed.characters.toLocaleString("en")}. Please shorten it.`;
    return { field: "text", message };
  }
  const [one, several] = KIND_NOUNS[exceeded];
  const count = left[exceeded];
  const message =
    count === 0
      ? `There’s no room left for ${several}: someone else may just have taken the last place. Your file is still here. You can put words on the board instead, or ask your host to make room.`
      : `There’s room for ${counted(count, [`more ${one}`, `more ${several}`])} from you. Please remove what’s too much; the files are still here.`;
  return { field: exceeded, message };
}

export const CLOSED_WORDS: Record<Closed, string> = {
  sealed: "This board has been sealed. It takes no more pieces, and shows none until its day.",
  revealed: "This board has been opened, so it takes no more pieces.",
  paused: "The host is taking a break: new pieces are paused for now.",
  over: "The time for adding pieces is over.",
};
