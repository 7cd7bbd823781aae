import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { deliveryMailOf } from "~/domain/delivery/delivery-mail";
import { listFormFiles } from "~/domain/media/form-files.server";
import type { FormFile } from "~/domain/media/media";
import type { Addressee } from "~/domain/recipients/addressees.server";
import type { Vault } from "~/domain/vault/vault";
import type { VisitorDraft } from "~/domain/visitor-draft/visitor-draft.server";
import { renderEmail } from "~/emails/catalogue";
import { env } from "~/env.server";
import type { Rehearsal } from "./rehearsal.server";
import type { ViewedMedia } from "./view-vault.server";

/** Stands in for the name of the visitor's future account. */
const SENDER = "[Your name]";

/**
 * Previews the delivery of a visitor's draft as if they had an account. Its files are uploads of the form, and it has
 * no link yet. Sends and records nothing.
 */
export async function rehearseVisitorDraft(draft: VisitorDraft, now: Date): Promise<Rehearsal> {
  const vault = vaultOf(draft, now);
  const files = await listFormFiles(draft.uploadOwner, draft.formId);
  const to = addresseesOf(draft);
  const isToSelf = draft.type === "future-self";
  const who = { recipientName: to[0]?.name ?? "", senderName: SENDER, isToSelf };
  const mail = deliveryMailOf(vault, { ...who, url: env.BASE_URL });
  return {
    viewed: {
      view: { as: "owner", seesContent: true },
      seesContent: true,
      isReadBySender: false,
      hasEditDraft: false,
      vault,
      senderName: SENDER,
      isSenderGone: false,
      media: files.filter(({ state }) => state === "ready").map(viewedFile),
      posts: [],
      manifest: null,
      seal: null,
      delivery: null,
    },
    to,
    mail: renderEmail("delivery", mail),
  };
}

function addresseesOf({ type, values }: VisitorDraft): Addressee[] {
  if (type === "future-self") return [];
  if (type === "memory-board") return values.boardRecipients.filter(({ email }) => email !== "");
  return [{ name: values.recipientName, email: values.recipientEmail }];
}

function vaultOf({ type, formId, values }: VisitorDraft, now: Date): Vault {
  const hour = Number(values.deliveryHour);
  const date = values.deliveryDate || null;
  return {
    id: "",
    userId: "",
    type,
    state: "draft",
    title: values.title,
    message: values.message,
    recipient: values.recipientName || null,
    recipientEmail: values.recipientEmail || null,
    recipientPhone: values.recipientPhone || null,
    secondEmail: values.secondEmail || null,
    backupName: values.backupName || null,
    backupEmail: values.backupEmail || null,
    includesMessage: values.includesMessage === "on",
    isToBeSealed: values.isToBeSealed === "on",
    formId,
    deliveryDate: date,
    deliveryHour: hour,
    deliveryZone: values.deliveryZone,
    deliveryAt: date === null ? null : deliveryInstant(date, hour, values.deliveryZone),
    addressStatus: null,
    createdAt: now,
    sealedAt: null,
    deliveredAt: null,
    heldUntil: null,
  };
}

const viewedFile = (file: FormFile): ViewedMedia => ({ ...file, contentType: file.contentType ?? "", sha256: "" });
