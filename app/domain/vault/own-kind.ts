import type { VaultType } from "./vault";

export type OwnKind = "for_oneself" | "for_other" | "board";

/**
 * What a delivery to its sender’s own address is to them. A letter there may be meant for someone without an address.
 */
export function ownKindOf({
  type,
  recipientName,
  senderName,
}: {
  type: VaultType;
  recipientName: string;
  senderName: string;
}): OwnKind {
  if (type === "memory-board") return "board";
  const isForOther = type !== "future-self" && recipientName !== "" && recipientName !== senderName;
  return isForOther ? "for_other" : "for_oneself";
}

type Addressed = { recipient: string | null; isMemoryBoard: boolean; isFutureSelf: boolean };

/** For mails to the sender; empty for a recipient without a name. */
export function recipientInWords({ recipient, isMemoryBoard, isFutureSelf }: Addressed): string {
  if (isFutureSelf) return "yourself";
  return recipient ?? (isMemoryBoard ? "everyone on the board" : "");
}
