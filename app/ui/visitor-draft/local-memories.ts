import { formKindOf, type VaultType } from "~/domain/vault/vault";
import { type FormValues, toFormValues } from "~/domain/writing/form-values";
import { MEMORIES_KEY, PENDING_KEY } from "./storage-keys";

export type LocalMemory = FormValues & {
  id: string;
  type: VaultType;
  formId: string;
  /** The account that opened the form; empty for visitors. */
  account: string;
  /** The form's version: what it may replace. */
  version?: string;
  filePaths: string[];
  /** Null except for boards. */
  inviteLink: string | null;
  delivered: false;
  /** ISO instants. */
  createdAt: string;
  savedAt: string;
  isSubmitted: boolean;
};

/** Oldest first. */
export function listMemories(storage: Storage): LocalMemory[] {
  return parsed(storage.getItem(MEMORIES_KEY));
}

/** Replaces what the same form saved before. */
export function saveMemory(storage: Storage, memory: LocalMemory): void {
  const all = listMemories(storage);
  const known = all.find(({ formId }) => formId === memory.formId);
  const kept = known ? { ...memory, ...unchangedFields(known, memory) } : memory;
  write(storage, MEMORIES_KEY, known ? all.map((one) => (one === known ? kept : one)) : [...all, kept]);
}

/** Unchanged while a memory is edited. */
const unchangedFields = (known: LocalMemory, memory: LocalMemory) => ({
  id: known.id,
  createdAt: known.createdAt,
  account: known.account || memory.account,
  isSubmitted: known.isSubmitted || memory.isSubmitted,
});

/** Submitted memories are scheduled once there is an account. */
export function markPending(storage: Storage, formIds: string[]): void {
  const all = listMemories(storage).map((one) => (formIds.includes(one.formId) ? { ...one, isSubmitted: true } : one));
  write(storage, MEMORIES_KEY, all);
  write(
    storage,
    PENDING_KEY,
    all.filter(({ formId }) => formIds.includes(formId)),
  );
}

/** What was submitted before, and is saved as a draft now, is not scheduled. */
export function markDraft(storage: Storage, formId: string): void {
  const drafts = listMemories(storage).map((one) => (one.formId === formId ? { ...one, isSubmitted: false } : one));
  write(storage, MEMORIES_KEY, drafts);
  write(
    storage,
    PENDING_KEY,
    parsed(storage.getItem(PENDING_KEY)).filter((one) => one.formId !== formId),
  );
}

/** Moves pending memories back to the others, still marked as submitted. */
export function restorePending(storage: Storage): void {
  const pending = parsed(storage.getItem(PENDING_KEY));
  const known = listMemories(storage);
  for (const memory of pending) {
    if (!known.some(({ formId }) => formId === memory.formId)) saveMemory(storage, { ...memory, isSubmitted: true });
  }
  storage.removeItem(PENDING_KEY);
}

export function forgetMemory(storage: Storage, formId: string): void {
  const others = (list: LocalMemory[]) => list.filter((memory) => memory.formId !== formId);
  write(storage, MEMORIES_KEY, others(listMemories(storage)));
  write(storage, PENDING_KEY, others(parsed(storage.getItem(PENDING_KEY))));
}

export function memoryIn(form: HTMLFormElement, type: VaultType, now: Date): LocalMemory {
  const fields = new FormData(form);
  const at = now.toISOString();
  return {
    ...toFormValues({ ...Object.fromEntries(fields), boardRecipients: peopleIn(fields) }),
    id: `mem-${now.getTime()}-${crypto.getRandomValues(new Uint32Array(1))[0]}`,
    type,
    formId: String(fields.get("formId") ?? ""),
    account: String(fields.get("account") ?? ""),
    version: String(fields.get("version") ?? ""),
    filePaths: [...form.querySelectorAll("[src^='/uploads/']")].map((shown) => shown.getAttribute("src") ?? ""),
    inviteLink: String(fields.get("inviteLink") ?? ""),
    delivered: false,
    createdAt: at,
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

export function fieldsOf(memory: LocalMemory, now: Date): URLSearchParams {
  const { boardRecipients, ...values } = toFormValues(memory);
  const fields = new URLSearchParams({
    formId: memory.formId,
    account: memory.account,
    fileCount: String(memory.filePaths.length),
    age: String(Math.max(0, now.getTime() - Date.parse(memory.savedAt))),
  });
  for (const [name, value] of Object.entries(values)) if (value) fields.set(name, value);
  for (const [index, person] of boardRecipients.entries()) {
    for (const [name, value] of Object.entries(person)) fields.set(`boardRecipients[${index}].${name}`, value);
  }
  if (memory.version) fields.set("version", memory.version);
  if (memory.isSubmitted) fields.set("isSubmitted", "on");
  return fields;
}

/** The latest memory of this kind of form. */
export function latestOf(storage: Storage, type: VaultType): LocalMemory | undefined {
  const same = listMemories(storage).filter((memory) => formKindOf(memory.type) === formKindOf(type));
  return same.sort((one, other) => other.savedAt.localeCompare(one.savedAt))[0];
}

function parsed(stored: string | null): LocalMemory[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return [];
    return value
      .filter((one) => typeof one?.formId === "string")
      .map((one) => ({ account: "", ...one, ...toFormValues(one) }));
  } catch {
    return [];
  }
}

function write(storage: Storage, key: string, memories: LocalMemory[]): void {
  if (memories.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(memories));
}
