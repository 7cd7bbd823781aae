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

/** The perforated stamp that tells a vault's kind. A draft has only the place for one. */
export function Stamp({ kind, isPlaceholder = false }: { kind: VaultKind; isPlaceholder?: boolean }) {
  return (
    <span className={isPlaceholder ? "stamp stamp-place" : "stamp"}>
      <Icon name={kind} size={26} />
      <span className="visually-hidden">{kindNames[kind]}</span>
    </span>
  );
}
