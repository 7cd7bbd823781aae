import type { PostPiece } from "~/domain/board/pieces.server";
import type { PieceProps } from "~/domain/board/wall-data";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { fileNameFor } from "~/domain/media/file-name";

export function pieceData(piece: PostPiece, zone: string): PieceProps {
  const { id, kind, state, text, authorName, createdAt, isReported, file } = piece;
  return {
    id,
    kind,
    state,
    text,
    author: authorName,
    isReported,
    on: formatDate(dateIn(zone, createdAt)),
    file: file && {
      id: file.id,
      kind: file.kind,
      href: `/media/${file.id}`,
      fileName: fileNameFor(file.fileName, file.contentType),
      altText: file.altText,
      width: file.width,
      height: file.height,
      colour: file.colour,
    },
  };
}
