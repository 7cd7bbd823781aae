import type { MediaKind } from "~/domain/media/media";

export type PlayerProps = { kind: MediaKind; src: string | null | undefined; label: string };

export function Player({ kind, src, label }: PlayerProps) {
  const props = {
    src: src ?? undefined,
    controls: true,
    preload: "metadata",
    "aria-label": label,
    className: "player",
  };
  // biome-ignore-start lint/a11y/useMediaCaption: uploads come without captions
  return kind === "video" ? <video {...props} /> : <audio {...props} />;
  // biome-ignore-end lint/a11y/useMediaCaption: as above
}
