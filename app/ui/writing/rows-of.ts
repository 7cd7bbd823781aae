import type { BoardRecipient } from "~/domain/vault/vault";

/** A row for each person, and an empty one. */
export function rowsOf(people: (Partial<BoardRecipient> | undefined)[] | undefined): Partial<BoardRecipient>[] {
  const listed = (people ?? []).filter((person) => person?.name || person?.email);
  return [...listed.map((person) => ({ ...person })), { name: "", email: "" }];
}
