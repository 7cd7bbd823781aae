import type { MediaKind } from "~/domain/media/media";
import type { PostKind, PostState } from "./board";

export const WALL_VIEWS = ["grid", "author", "time"] as const;
export type WallView = (typeof WALL_VIEWS)[number];

export type PieceProps = {
  id: string;
  kind: PostKind;
  state: PostState;
  text: string;
  author: string;
  isReported: boolean;
  /** The day it was added, in full. */
  on: string;
  file: PieceFile | null;
};

export type PieceFile = {
  id: string;
  kind: MediaKind;
  href: string;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until a photo has loaded. */
  colour: string | null;
};

export type WallPiece = Omit<PieceProps, "state" | "isReported"> & {
  /** Page of a photo. */
  href: string | null;
  /** Where a guest or recipient reports it. */
  reportHref: string | null;
};

type Authored = { author: string; authorId: string };
/** The author's id is not for other readers. */
export type AuthoredPiece = WallPiece & Authored;

export type WallData<Piece = WallPiece> = {
  /** The pieces of this page. */
  pieces: Piece[];
  /** A number for the author of each piece, as two may have the same name; as loaded, without live pieces. */
  authors: number[];
  view: WallView;
  page: number;
  pages: number;
  total: number;
  /** How many people added something; null once live updates have added or removed pieces, as it is unknown then. */
  people: number | null;
  /** The piece that is shown alone, counted from 1, or null for the wall. */
  show: number | null;
  /** Whether the slideshow and, without script, the refreshes of a live wall are paused. */
  isStill: boolean;
};

export const WALL_PAGE_SIZE = 24;

/** One page of `all`, or one piece, as `query` says. Every link is relative to the page. */
export function wallData<Piece extends Authored>(all: Piece[], query: URLSearchParams): WallData<Piece> {
  const view = WALL_VIEWS.find((known) => known === query.get("by")) ?? "grid";
  const byAuthor = Map.groupBy(all, authorOf);
  const authors = [...byAuthor.keys()];
  const sorted = view === "author" ? [...byAuthor.values()].flat() : all;
  const pages = Math.max(1, Math.ceil(all.length / WALL_PAGE_SIZE));
  const show = query.has("show") && all.length > 0 ? within(query.get("show"), all.length) : null;
  const page = within(query.get("page"), pages);
  const first = show === null ? (page - 1) * WALL_PAGE_SIZE : show - 1;
  const shown = sorted.slice(first, first + (show === null ? WALL_PAGE_SIZE : 1));
  return {
    pieces: shown,
    authors: shown.map((one) => authors.indexOf(authorOf(one))),
    view,
    page,
    pages,
    total: all.length,
    people: new Set(all.map(({ authorId }) => authorId)).size,
    show,
    isStill: query.has("still"),
  };
}

function within(given: string | null, most: number): number {
  const number = /^\d{1,6}$/.test(given ?? "") ? Number(given) : 1;
  return Math.min(most, Math.max(1, number));
}

/** An account may have joined under several names. */
function authorOf({ author, authorId }: Authored): string {
  return `${authorId} ${author}`;
}

type WallQuery = Partial<Pick<WallData, "page" | "view" | "isStill">>;

export function wallHref({ page = 1, view = "grid", isStill = false }: WallQuery): string {
  const query = new URLSearchParams();
  if (view !== "grid") query.set("by", view);
  if (page > 1) query.set("page", String(page));
  if (isStill) query.set("still", "");
  return `?${query}`;
}

export function showHref(number: number, isStill = false): string {
  return `?show=${number}${isStill ? "&still" : ""}`;
}
