import { formKindOf, type VaultType } from "~/domain/vault/vault";
import type { FormValues } from "~/domain/writing/form-values.server";
import { MEMORIES_KEY, PENDING_KEY } from "./storage-keys";

/** A memory as screens have it, and what its form needs besides. */
export type LocalMemory = {
  id: string;
  title: string;
  type: VaultType;
  recipient: string;
  recipientEmail: string;
  recipientPhone: string;
  secondEmail: string;
  backupName: string;
  backupEmail: string;
  message: string;
  filePaths: string[];
  deliveryDate: string;
  createdAt: string;
  delivered: false;
  isMemoryBoard: boolean;
  isFutureSelf: boolean;
  /** Of a board; else empty. */
  inviteLink: string | null;
  qrCode: null;
  recipients: { name: string; email: string }[];
  formId: string;
  deliveryHour: string;
  deliveryZone: string;
  includesMessage: boolean;
  isToBeSealed: boolean;
  /** ISO instant. */
  savedAt: string;
  isSubmitted: boolean;
};

/** Everything that is kept in this browser, in the order in which it was begun. */
export function listMemories(storage: Storage): LocalMemory[] {
  return parsed(storage.getItem(MEMORIES_KEY));
}

/** Keeps a memory in the place of what its form kept before. */
export function saveMemory(storage: Storage, memory: LocalMemory): void {
  const all = listMemories(storage);
  const known = all.find(({ formId }) => formId === memory.formId);
  const kept = known ? { ...memory, ...lasting(known, memory) } : memory;
  write(storage, MEMORIES_KEY, known ? all.map((one) => (one === known ? kept : one)) : [...all, kept]);
}

/** What stays as it is while a memory is written on. */
const lasting = (known: LocalMemory, memory: LocalMemory) => ({
  id: known.id,
  createdAt: known.createdAt,
  isSubmitted: known.isSubmitted || memory.isSubmitted,
});

/** Lets those memories wait for an account that were submitted in these forms. */
export function markPending(storage: Storage, formIds: string[]): void {
  const all = listMemories(storage).map((one) => (formIds.includes(one.formId) ? { ...one, isSubmitted: true } : one));
  write(storage, MEMORIES_KEY, all);
  write(
    storage,
    PENDING_KEY,
    all.filter(({ formId }) => formIds.includes(formId)),
  );
}

/** Takes what waits for an account in among the rest; it still says that it was submitted. */
export function takePending(storage: Storage): void {
  const pending = parsed(storage.getItem(PENDING_KEY));
  const known = listMemories(storage);
  for (const memory of pending) {
    if (!known.some(({ formId }) => formId === memory.formId)) saveMemory(storage, { ...memory, isSubmitted: true });
  }
  storage.removeItem(PENDING_KEY);
}

/** Removes what the account has by now. */
export function forgetMemory(storage: Storage, formId: string): void {
  const others = (list: LocalMemory[]) => list.filter((memory) => memory.formId !== formId);
  write(storage, MEMORIES_KEY, others(listMemories(storage)));
  write(storage, PENDING_KEY, others(parsed(storage.getItem(PENDING_KEY))));
}

/** The memory in a form as it stands there now. */
export function memoryIn(form: HTMLFormElement, type: VaultType, now: Date): LocalMemory {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const at = now.toISOString();
  return {
    id: `mem-${now.getTime()}-${Math.random().toString(36).slice(2, 11)}`,
    title: text("title"),
    type,
    recipient: text("recipientName"),
    recipientEmail: text("recipientEmail"),
    recipientPhone: text("recipientPhone"),
    secondEmail: text("secondEmail"),
    backupName: text("backupName"),
    backupEmail: text("backupEmail"),
    message: text("message"),
    filePaths: [...form.querySelectorAll("[src^='/uploads/']")].map((shown) => shown.getAttribute("src") ?? ""),
    deliveryDate: text("deliveryDate"),
    createdAt: at,
    delivered: false,
    isMemoryBoard: type === "memory-board",
    isFutureSelf: type === "future-self",
    inviteLink: text("inviteLink"),
    qrCode: null,
    recipients: peopleIn(fields),
    formId: text("formId"),
    deliveryHour: text("deliveryHour"),
    deliveryZone: text("deliveryZone"),
    includesMessage: fields.has("includesMessage"),
    isToBeSealed: fields.has("isToBeSealed"),
    savedAt: at,
    isSubmitted: false,
  };
}

function peopleIn(fields: FormData): { name: string; email: string }[] {
  const rows = [...fields.keys()].flatMap((name) => /^boardRecipients\[(\d+)\]\.email$/.exec(name)?.[1] ?? []);
  const text = (name: string) => String(fields.get(name) ?? "");
  return rows
    .map((row) => ({ name: text(`boardRecipients[${row}].name`), email: text(`boardRecipients[${row}].email`) }))
    .filter(({ name, email }) => name !== "" || email !== "");
}

/** What its form shows of a memory. */
export function valuesOf(memory: LocalMemory): FormValues {
  return {
    title: memory.title,
    message: memory.message,
    recipientName: memory.recipient,
    recipientEmail: memory.recipientEmail,
    recipientPhone: memory.recipientPhone,
    secondEmail: memory.secondEmail,
    backupName: memory.backupName,
    backupEmail: memory.backupEmail,
    boardRecipients: memory.recipients,
    includesMessage: memory.includesMessage ? "on" : undefined,
    isToBeSealed: memory.isToBeSealed ? "on" : undefined,
    deliveryDate: memory.deliveryDate,
    deliveryHour: memory.deliveryHour,
    deliveryZone: memory.deliveryZone,
  };
}

/** A memory as its form sends it. */
export function fieldsOf(memory: LocalMemory): URLSearchParams {
  const { boardRecipients, ...values } = valuesOf(memory);
  const fields = new URLSearchParams({ formId: memory.formId, fileCount: String(memory.filePaths.length) });
  for (const [name, value] of Object.entries(values)) if (value) fields.set(name, value);
  for (const [index, person] of boardRecipients.entries()) {
    for (const [name, value] of Object.entries(person)) fields.set(`boardRecipients[${index}].${name}`, value);
  }
  if (memory.isSubmitted) fields.set("isSubmitted", "on");
  return fields;
}

/** Of the memories kept here the one to go on with in a form of this kind: the latest. */
export function latestOf(storage: Storage, type: VaultType): LocalMemory | undefined {
  const same = listMemories(storage).filter((memory) => formKindOf(memory.type) === formKindOf(type));
  return same.sort((one, other) => other.savedAt.localeCompare(one.savedAt))[0];
}

/** What memories lack that were kept before their form asked for it. */
const ADDED_LATER = { secondEmail: "", backupName: "", backupEmail: "" };

function parsed(stored: string | null): LocalMemory[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter((one) => typeof one?.formId === "string").map((one) => ({ ...ADDED_LATER, ...one }));
  } catch {
    return [];
  }
}

function write(storage: Storage, key: string, memories: LocalMemory[]): void {
  if (memories.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(memories));
}
