import { asc, eq } from "drizzle-orm";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { CHECKING_FILES } from "~/domain/keepsake/checking-files";
import { keepsakePartsOf } from "~/domain/keepsake/keepsake.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { accountPage, accountReadme } from "~/keepsake/account-page";
import { encodedPath } from "~/keepsake/content";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import type { VaultState } from "~db/schema/states";
import { type DescribedAccount, describeAccount } from "./account-file.server";
import { describeMemory } from "./memory-file.server";
import { type Exported, folderEntries, type NewEntry, page, toJson, unreadableNote } from "./new-entry.server";
import { exportPieces } from "./pieces.server";
import { exportReceived } from "./received.server";

export type PlacedEntry = NewEntry & { position: number };

/**
 * The entries of an account's archive, folder by folder, so that no more than one is in memory; last the front pages,
 * which list the folders and have the first positions. Counts as a reading of sealed vaults.
 */
export async function* listEntries(user: User, now: Date): AsyncGenerator<PlacedEntry[]> {
  const account = await describeAccount(user.id, now);
  if (!account) return;
  const listed: Listed = { exported: [], received: [], pieces: [] };
  let position = FRONT_PAGES + CHECKING_FILES.length;
  let isSealed = false;
  for (const [kind, folders] of [
    ["exported", exportVaults(user, now)],
    ["received", exportReceived(user, now)],
    ["pieces", exportPieces(user, now)],
  ] as const) {
    for await (const { entries, ...folder } of folders) {
      listed[kind].push(folder);
      isSealed ||= entries.some(({ path }) => path.endsWith("/certificate.json"));
      yield entries.map((entry) => ({ ...entry, position: position++ }));
    }
  }
  const checking = isSealed ? CHECKING_FILES.map(({ path, content }) => page(path, content)) : [];
  yield [...frontPages(user, account, listed, now), ...checking].map((entry, position) => ({ ...entry, position }));
}

async function* exportVaults(user: User, now: Date): AsyncGenerator<Exported> {
  const vaults = await db
    .select({ id: memories.id, deliveryDate: memories.deliveryDate, state: memories.state })
    .from(memories)
    .where(eq(memories.userId, user.id))
    .orderBy(asc(memories.createdAt), asc(memories.id));
  let count = 0;
  for (const vault of vaults) {
    const one = await exportVault(user, vault, count + 1, now);
    if (!one) continue;
    count += 1;
    yield one;
  }
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
  const unreadable: string[] = [];
  const viewed = await viewVault({ user }, id, now, { unreadable });
  if (!viewed || !(await recordReading(viewed, now))) return undefined;
  // Titles stay encrypted, so no folder is named after one.
  const folder = `memories/${String(position).padStart(3, "0")}${deliveryDate ? ` ${deliveryDate}` : ""}`;
  const isReadable = viewed.seesContent && state !== "cancelled";
  const described = await describeMemory(viewed, unreadable);
  if (!described) return undefined;
  const { memory, replies } = described;
  const kept = replies.map((reply) => reply.kept);
  const parts = (isReadable && (await keepsakePartsOf(viewed, kept, now, unreadable))) || { pages: [], files: [] };
  return {
    id,
    folder,
    isReadable,
    title: viewed.vault.title || DISPLAY_TITLE,
    about: `${ABOUT[state]}${deliveryDate ? `. Its day: ${formatDate(deliveryDate)}` : ""}${unreadableNote(unreadable)}`,
    entries: folderEntries(folder, { name: "memory.json", content: memory }, parts, replies, unreadable),
  };
}

type ListedFolder = Omit<Exported, "entries">;
type Listed = Record<"exported" | "received" | "pieces", ListedFolder[]>;

const FRONT_PAGES = 3;

function frontPages(
  user: User,
  account: DescribedAccount,
  { exported, received, pieces }: Listed,
  now: Date,
): NewEntry[] {
  const takenOn = formatDate(dateIn(user.timeZone, now));
  const listed = (folders: ListedFolder[]) =>
    folders.map(({ title, about, folder, isReadable }) => ({
      title,
      about,
      path: isReadable ? encodedPath(`${folder}/index.html`) : null,
    }));
  const named = (folders: ListedFolder[]) => folders.map(({ folder, id, title }) => ({ folder, id, title }));
  return [
    page(
      "index.html",
      accountPage({
        name: user.name,
        takenOn,
        memories: listed(exported),
        received: listed(received),
        pieces: listed(pieces),
      }),
    ),
    page("README.txt", accountReadme({ takenOn, source: env.BASE_URL })),
    page(
      "account.json",
      toJson({ ...account, memories: named(exported), received: named(received), pieces: named(pieces) }),
    ),
  ];
}
