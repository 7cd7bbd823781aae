import { createHash, randomBytes } from "node:crypto";
import { FormClient } from "./form-client.ts";
import { ask } from "./truth.ts";

/** Somebody who gave the right code a moment ago; how one gets there is the matter of the tests of opening. */
export async function readerOf(url: string, opened: { delivery: string } | { contact: string }): Promise<FormClient> {
  const token = randomBytes(32).toString("base64url");
  const [column, id] = "delivery" in opened ? ["delivery_id", opened.delivery] : ["contact_id", opened.contact];
  await ask(
    `INSERT INTO reading_sessions (token_hash, ${column}, created_at, expires_at) VALUES (?, ?, NOW(3), NOW(3) + INTERVAL 1 DAY)`,
    [createHash("sha256").update(token).digest("hex"), id],
  );
  const reader = new FormClient(url);
  reader.setCookie("amberkeep_reading", token);
  return reader;
}

/** The id that a link of a mail begins with. */
export const idIn = (link: string) => link.split("/").at(-1)?.split(".")[0] ?? "";
