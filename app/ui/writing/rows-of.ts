import type { BoardRecipient } from "~/domain/vault/vault";

/** The rows as they were sent, and an empty one. A gap stays, as errors name their row by its position. */
export function rowsOf(people: (Partial<BoardRecipient> | undefined)[] | undefined): Partial<BoardRecipient>[] {
  const sent = Array.from(people ?? [], (person) => ({ name: "", email: "", ...person }));
  const last = sent.findLastIndex(({ name, email }) => name || email);
  return [...sent.slice(0, last + 1), { name: "", email: "" }];
}
