import { DEFAULT_DELIVERY_HOUR } from "~/domain/calendar/delivery-date";
import { type BoardRecipient, type FormKind, TITLE_MAX_LENGTH } from "~/domain/vault/vault";

/** How much of each field a draft keeps, in characters. */
export const LINE_LENGTHS = {
  title: TITLE_MAX_LENGTH,
  recipientName: 200,
  recipientEmail: 254,
  recipientPhone: 40,
  secondEmail: 254,
  backupName: 200,
  backupEmail: 254,
} as const;

type LineName = keyof typeof LINE_LENGTHS;
type TextName = LineName | "message" | "closesOn" | "openedWith" | "deliveryDate" | "deliveryHour" | "deliveryZone";
type CheckboxName = "includesMessage" | "isToBeSealed" | "isOpen" | "needsApproval";

export type FormValues = Record<TextName, string> &
  Record<CheckboxName, "on" | undefined> & { boardRecipients: BoardRecipient[] };

type GivenValues = Partial<
  Record<TextName, string | number | null> &
    Record<CheckboxName, boolean | "on"> & { boardRecipients: (BoardRecipient | undefined)[] }
>;

/** Missing values stay empty. */
export function toFormValues(given: GivenValues): FormValues {
  const text = (name: TextName) => String(given[name] ?? "");
  const lines = Object.fromEntries(Object.keys(LINE_LENGTHS).map((name) => [name, text(name as LineName)]));
  return {
    ...(lines as Record<LineName, string>),
    message: text("message"),
    boardRecipients: (given.boardRecipients ?? []).flatMap((row) =>
      row ? [{ name: row.name, email: row.email }] : [],
    ),
    includesMessage: given.includesMessage ? "on" : undefined,
    isToBeSealed: given.isToBeSealed ? "on" : undefined,
    isOpen: given.isOpen ? "on" : undefined,
    needsApproval: given.needsApproval ? "on" : undefined,
    closesOn: text("closesOn"),
    openedWith: text("openedWith"),
    deliveryDate: text("deliveryDate"),
    deliveryHour: text("deliveryHour"),
    deliveryZone: text("deliveryZone"),
  };
}

/** A vault due sooner would leave before its sender confirms the seal, so it is sealed at once. */
export const CONFIRM_MINUTES = 15;

/** Prefix of hidden fields for what only another type asks for. */
export const ASIDE = "aside_";

/** Product decision 5. */
export const isSealedByDefault = (kind: FormKind) => kind === "future-self";

export function emptyForm({ timeZone }: { timeZone: string }, kind: FormKind): FormValues {
  const isToBeSealed = isSealedByDefault(kind);
  return toFormValues({ isToBeSealed, deliveryHour: DEFAULT_DELIVERY_HOUR, deliveryZone: timeZone });
}
