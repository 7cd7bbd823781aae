import { rehearseVisitorDraft } from "~/domain/access/rehearse-visitor-draft.server";
import { readingOf } from "~/http/access/reading.server";
import { draftHref, findNamedDraft } from "./visitor-form.server";

/** Undefined if this browser has no such draft. */
export async function loadVisitorRehearsal(request: Request, now: Date) {
  const draft = await findNamedDraft(request);
  if (!draft) return undefined;
  const rehearsal = await rehearseVisitorDraft(draft, now);
  const opensAt = rehearsal.viewed.vault.deliveryAt ?? now;
  const { wall, ...reading } = await readingOf(rehearsal.viewed, { now: opensAt, isSignedIn: false });
  return {
    rehearsal,
    hrefs: {
      back: { href: draftHref(draft), label: "Back to the form" },
      frameHref: `/create/rehearsal/mail${new URL(request.url).search}`,
    },
    reading: {
      ...reading,
      keepsakeHref: null,
      wall: wall && { ...wall, pieces: wall.pieces.map(asUpload) },
      media: reading.media.map((item) => ({ ...item, href: uploadHref(item.id), pageHref: uploadHref(item.id) })),
    },
  };
}

const uploadHref = (id: string) => `/uploads/${id}/preview`;

/** Until the vault is saved, its files are uploads. */
function asUpload<Piece extends { id: string; href: string | null; file: { href: string } | null }>(
  piece: Piece,
): Piece {
  const href = uploadHref(piece.id);
  return { ...piece, href: piece.href && href, file: piece.file && { ...piece.file, href } };
}
