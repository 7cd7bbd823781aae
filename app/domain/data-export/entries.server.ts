import { crc32 } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { keepsakePartsOf } from "~/domain/keepsake/keepsake.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { accountPage, accountReadme } from "~/keepsake/account-page";
import { createDataKey, encrypt, placeOf } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { dataExportEntries, memories } from "~db/schema";
import type { ExportSource, VaultState } from "~db/schema/states";
import { describeAccount } from "./account-file.server";
import type { AccountFile } from "./export-format";
import { describeMemory } from "./memory-file.server";

export type NewEntry = Omit<typeof dataExportEntries.$inferInsert, "exportId" | "position">;

type Exported = { folder: string; title: string; about: string; isReadable: boolean; id: string; entries: NewEntry[] };

/** All entries of an account's archive, in their order. Counts as a reading of what had been sealed. */
export async function listEntries(user: User, now: Date): Promise<NewEntry[]> {
  const account = await describeAccount(user.id, now);
  if (!account) return [];
  const vaults = await db
    .select({ id: memories.id, deliveryDate: memories.deliveryDate, state: memories.state })
    .from(memories)
    .where(eq(memories.userId, user.id))
    .orderBy(asc(memories.createdAt), asc(memories.id));
  const exported: Exported[] = [];
  for (const vault of vaults) {
    const one = await exportVault(user, vault, exported.length + 1, now);
    if (one) exported.push(one);
  }
  return [...frontPages(user, account, exported, now), ...exported.flatMap(({ entries }) => entries)];
}

const ABOUT: Record<VaultState, string> = {
  draft: "A draft",
  scheduled: "Waiting",
  sealed: "Sealed: nobody can read it before its day, so only its details are here",
  delivering: "On its way",
  delivered: "Delivered",
  held: "Waiting for an address",
  cancelled: "Cancelled",
};

async function exportVault(
  user: User,
  { id, deliveryDate, state }: { id: string; deliveryDate: string | null; state: VaultState },
  position: number,
  now: Date,
): Promise<Exported | undefined> {
  const viewed = await viewVault({ user }, id, now);
  if (!viewed || !(await recordReading(viewed, now))) return undefined;
  // Titles stay encrypted, so a folder has no title.
  const folder = `memories/${String(position).padStart(3, "0")}${deliveryDate ? ` ${deliveryDate}` : ""}`;
  const isReadable = viewed.seesContent && state !== "cancelled";
  const parts = isReadable ? await keepsakePartsOf(viewed, now) : undefined;
  const files = parts?.files ?? [];
  const described = await describeMemory(
    viewed,
    files.map(({ path }) => path),
  );
  if (!described) return undefined;
  const within = (path: string) => `${folder}/${path}`;
  return {
    id,
    folder,
    isReadable,
    title: viewed.vault.title || DISPLAY_TITLE,
    about: deliveryDate ? `${ABOUT[state]}. Its day: ${formatDate(deliveryDate)}` : ABOUT[state],
    entries: [
      page(within("memory.json"), toJson(described.memory)),
      ...(parts?.pages ?? []).map(({ path, content }) => page(within(path), content)),
      ...files.map(({ id, path, bytes, isGuests }) => file(isGuests ? "post" : "media", id, within(path), bytes)),
      ...described.replyFiles.map(({ id, path, bytes }) => file("reply", id, within(path), bytes)),
    ],
  };
}

function frontPages(user: User, account: Omit<AccountFile, "memories">, exported: Exported[], now: Date): NewEntry[] {
  const takenOn = formatDate(dateIn(user.timeZone, now));
  const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");
  return [
    page(
      "index.html",
      accountPage({
        name: user.name,
        takenOn,
        memories: exported.map(({ title, about, folder, isReadable }) => ({
          title,
          about,
          path: isReadable ? encoded(`${folder}/index.html`) : null,
        })),
      }),
    ),
    page("README.txt", accountReadme({ takenOn, source: env.BASE_URL })),
    page(
      "account.json",
      toJson({ ...account, memories: exported.map(({ folder, id, title }) => ({ folder, id, title })) }),
    ),
  ];
}

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** With its content, encrypted under its own key. */
export function page(path: string, content: string): NewEntry {
  const id = createId();
  const { key, wrappedKey, masterKeyId } = createDataKey(placeOf(dataExportEntries.wrappedKey, id));
  const plain = Buffer.from(content);
  return {
    id,
    path,
    source: "page",
    bytes: plain.length,
    checksum: crc32(plain),
    contentEncrypted: encrypt(key, plain, placeOf(dataExportEntries.contentEncrypted, id)),
    wrappedKey,
    masterKeyId,
  };
}

/** Its checksum follows when it is read. */
function file(source: Exclude<ExportSource, "page">, sourceId: string, path: string, bytes: number): NewEntry {
  const none = Buffer.alloc(0);
  return {
    id: createId(),
    path,
    source,
    sourceId,
    bytes,
    checksum: null,
    contentEncrypted: none,
    wrappedKey: none,
    masterKeyId: 0,
  };
}
