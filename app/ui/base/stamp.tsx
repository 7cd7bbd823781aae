import { Icon } from "./icons";

export type VaultKind = "letter" | "photo" | "video" | "audio" | "board" | "future";

export const kindNames: Record<VaultKind, string> = {
  letter: "Letter",
  photo: "Photo",
  video: "Video",
  audio: "Audio",
  board: "Memory Board",
  future: "Future Self",
};

/** Drafts get an empty outline. */
export function Stamp({ kind, isPlaceholder = false }: { kind: VaultKind; isPlaceholder?: boolean }) {
  return (
    <span className={isPlaceholder ? "stamp stamp-place" : "stamp"}>
      {" "}
      <Icon name={kind} size={26} />
      <span className="visually-hidden">{kindNames[kind]}</span>
    </span>
  );
}
