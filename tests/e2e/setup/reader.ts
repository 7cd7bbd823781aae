import { createHash, randomBytes } from "node:crypto";
import { query } from "./db.ts";
import { FormClient } from "./form-client.ts";

/** Returns a browser that has opened a delivery, or a legacy contact's page, with a code. */
export async function openAsReader(
  url: string,
  opened: { delivery: string } | { contact: string },
): Promise<FormClient> {
  const token = randomBytes(32).toString("base64url");
  const [column, id] = "delivery" in opened ? ["delivery_id", opened.delivery] : ["contact_id", opened.contact];
  await query(
    `INSERT INTO reading_sessions (token_hash, ${column}, created_at, expires_at) VALUES (?, ?, NOW(3), NOW(3) + INTERVAL 1 DAY)`,
    [createHash("sha256").update(token).digest("hex"), id],
  );
  const reader = new FormClient(url);
  reader.setCookie("amberkeep_reading", [token]);
  return reader;
}

/** Returns the id in a link of a mail. */
export const idIn = (link: string) => link.split("/").at(-1)?.split(".")[0] ?? "";
