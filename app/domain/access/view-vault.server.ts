import { eq, exists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listPieces, type PostPiece } from "~/domain/board/pieces.server";
import { withAltText } from "~/domain/media/alt-text.server";
import type { MediaKind } from "~/domain/media/media";
import { isErasedEmail } from "~/domain/outbox/erased-email";
import { idsIn } from "~/domain/recipients/moved-deliveries.server";
import type { SealedVault } from "~/domain/seal/certificate.server";
import { isToSender } from "~/domain/vault/sender.server";
import type { Vault } from "~/domain/vault/vault";
import { decryptContent, isErased } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { prepareByShape } from "~/services/prepared.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { certificates, deliveries, editDrafts, media, memories, profiles, signingKeys } from "~db/schema";
import type { View, Viewer } from "./can-view";
import { findView, isAnonymous } from "./find-view.server";
import { senderReading } from "./record-reading.server";
import { deliveryColumns, toViewer, type ViewersDelivery } from "./viewers-delivery.server";

export type ViewedMedia = {
  id: string;
  kind: MediaKind;
  contentType: string;
  fileName: string;
  altText: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  colour: string | null;
};

export type ViewedPosts = { withPosts?: boolean };

export type ViewedVault = {
  view: View;
  seesContent: boolean;
  isReadBySender: boolean;
  hasEditDraft: boolean;
  vault: Vault;
  senderName: string;
  /** The account was erased. */
  isSenderGone: boolean;
  media: ViewedMedia[];
  /** Guests' pieces of a board that its hosts show, the oldest first. */
  posts: PostPiece[];
  /** The manifest of the seal certificate, if there is one. */
  manifest: string | null;
  /** Null for viewers who may not read the vault. */
  seal: SealedVault | null;
  delivery: ViewersDelivery | null;
};

/**
 * Undefined when the viewer may not know of the vault. Leaves out the content for the owner of a sealed vault and until
 * a recipient has opened the delivery, the guests' pieces with `withPosts: false`, and with `unreadable` the texts that
 * cannot be decrypted, which it names there. Records nothing: callers that show the content call `recordReading` first.
 */
export async function viewVault(
  viewer: Viewer,
  id: string,
  now = clock.now(),
  { withPosts = true, unreadable }: ViewedPosts & { unreadable?: string[] } = {},
): Promise<ViewedVault | undefined> {
  if (isAnonymous(viewer)) return undefined;
  const { user, openedDeliveryIds = [], claimedDeliveryIds = [] } = viewer;
  const opened = [...openedDeliveryIds, ...claimedDeliveryIds];
  const query = vaultQuery({ hasAccount: user !== undefined, opened: opened.length });
  const rows = await query.execute({
    id,
    userId: user?.id,
    email: user?.email,
    ...Object.fromEntries(opened.map(named)),
  });
  const [row] = rows;
  if (!row) return undefined;
  const theirs = rows.flatMap(({ delivery }) => delivery ?? []);
  const found = await findView(row.vault, theirs, viewer, now);
  if (!found) return undefined;
  const { view, seesContent } = found;
  const delivery = ("deliveryId" in view && theirs.find((one) => one.id === view.deliveryId)) || null;
  const content = decryptContent(row.vault, unreadable);
  const media = seesContent ? inOrder(row.files, unreadable) : [];
  const posts =
    withPosts && seesContent && row.vault.isMemoryBoard
      ? await listPieces(id, { states: ["shown"] }, { unreadable })
      : [];
  const { certificate } = row;
  return {
    view,
    seesContent,
    isReadBySender: row.isReadBySender,
    hasEditDraft: view.as === "owner" && row.hasEditDraft,
    senderName: row.senderName,
    isSenderGone: isErasedEmail(row.senderEmail),
    manifest: certificate?.manifest ?? null,
    seal:
      seesContent && !isErased(row.vault) && certificate && row.publicKey
        ? { vault: row.vault, certificate, publicKey: row.publicKey, files: media }
        : null,
    delivery: delivery && atTheirContact(delivery, viewer, row),
    vault: {
      ...row.vault,
      title: content.title,
      message: seesContent ? content.message : "",
    },
    media,
    posts,
  };
}

type Row = Omit<ViewersDelivery, "isToSender" | "phone" | "movedTo"> & {
  smsTo: string | null;
  movedTo: string[] | string | null;
};

/** Links are signed for an email or phone number: picks the one that the viewer was reached at. */
function atTheirContact(
  { smsTo, movedTo, ...delivery }: Row,
  { user, codesTo }: Viewer,
  { vault, senderEmail }: { vault: { isFutureSelf: boolean }; senderEmail: string },
): ViewersDelivery {
  const isAtFirst = user?.isEmailVerified && user.email === delivery.firstEmail;
  const contact = codesTo?.[delivery.id] ?? (isAtFirst ? user.email : delivery.recipientEmail);
  const phone = contact === smsTo ? (smsTo as PhoneNumber) : null;
  const isAtTheirs = [delivery.recipientEmail, delivery.firstEmail].includes(user?.email ?? "");
  const hasMoved = user?.isEmailVerified && !isAtTheirs && idsIn(movedTo).includes(user.id);
  return {
    ...delivery,
    movedTo: hasMoved ? user.email : null,
    phone,
    recipientEmail: phone ? delivery.recipientEmail : contact,
    isToSender: isToSender(vault, { email: senderEmail }, contact),
  };
}

const editDraft = db.select({ id: editDrafts.vaultId }).from(editDrafts).where(eq(editDrafts.vaultId, memories.id));

const publicKey = db
  .select({ publicKey: signingKeys.publicKey })
  .from(signingKeys)
  .where(eq(signingKeys.id, certificates.signingKeyId));

const MEDIA_COLUMNS = {
  id: media.id,
  kind: media.kind,
  contentType: media.contentType,
  fileName: media.fileName,
  bytes: media.bytes,
  sha256: media.sha256,
  width: media.width,
  height: media.height,
  colour: media.colour,
};
/** JSON has no binary values. */
const ALT_TEXT_COLUMNS = {
  wrappedKey: sql`hex(${media.wrappedKey})`,
  masterKeyId: media.masterKeyId,
  altTextEncrypted: sql`hex(${media.altTextEncrypted})`,
};
type ListedMedia = Omit<ViewedMedia, "altText"> & {
  position: number;
  wrappedKey: string;
  masterKeyId: number;
  altTextEncrypted: string;
};

/** One column, since a join would repeat the letter on every row. */
const files = db
  .select({
    files: sql`json_arrayagg(json_object(${namesAndValues({ ...MEDIA_COLUMNS, ...ALT_TEXT_COLUMNS, position: media.position })}))`,
  })
  .from(media)
  .where(eq(media.vaultId, memories.id));

function namesAndValues(columns: Record<string, SQLWrapper>): SQL {
  return sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  );
}

type Shape = { hasAccount: boolean; opened: number };

/** A placeholder's name and value. */
const named = (deliveryId: string, index: number) => [`opened${index}`, deliveryId];

const vaultQuery = prepareByShape(({ hasAccount, opened }: Shape) =>
  db
    .select({
      vault: memories,
      senderName: profiles.fullName,
      senderEmail: profiles.email,
      certificate: certificates,
      publicKey: sql<Buffer | null>`${publicKey}`,
      isReadBySender: sql`${exists(senderReading(memories.id))}`.mapWith(Boolean),
      hasEditDraft: sql`${exists(editDraft)}`.mapWith(Boolean),
      delivery: deliveryColumns,
      files: sql<ListedMedia[] | string | null>`${files}`,
    })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .leftJoin(certificates, eq(certificates.vaultId, memories.id))
    .leftJoin(
      deliveries,
      toViewer({
        ...(hasAccount && { user: { id: sql.placeholder("userId"), email: sql.placeholder("email") } }),
        openedDeliveryIds: Array.from({ length: opened }, (_, index) => sql.placeholder(`opened${index}`)),
      }),
    )
    .where(eq(memories.id, sql.placeholder("id"))),
);

/** Not every database keeps the order of a JSON list, and MariaDB returns them as text. */
function inOrder(files: ListedMedia[] | string | null, unreadable?: string[]): ViewedMedia[] {
  const listed: ListedMedia[] = typeof files === "string" ? JSON.parse(files) : (files ?? []);
  return listed
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
    .map(({ position: _, wrappedKey, altTextEncrypted, ...file }) =>
      withAltText(
        media,
        { ...file, wrappedKey: Buffer.from(wrappedKey, "hex"), altTextEncrypted: Buffer.from(altTextEncrypted, "hex") },
        unreadable,
      ),
    );
}
