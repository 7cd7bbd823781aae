import { dateIn, horizonDate, knownZone } from "~/domain/calendar/delivery-date";
import type { FormFile, MediaKind } from "~/domain/media/media";
import type { VaultType } from "~/domain/vault/vault";
import { type FormValues, toFormValues } from "~/domain/writing/form-values";
import { isRunning } from "../media/upload-state";
import type { BrowserUpload } from "../media/uploads";
import { keepFiles, keptFiles } from "./kept-files";
import {
  forgetMemory,
  type LocalMemory,
  latestOf,
  listMemories,
  markDraft,
  memoryIn,
  saveMemory,
} from "./local-memories";

const PAUSE_MS = 300;

/** The buttons after which the server, too, has a draft. */
const KEEPING = ["draft", "rehearse"];

export type VisitorPage = {
  type: VaultType;
  formId: string;
  version: string;
  values: FormValues;
  files: FormFile[];
  /** When the server last saved the form, as an ISO instant; null if never. */
  keptAt: string | null;
  isFresh: boolean;
};
export type Restored = Pick<VisitorPage, "formId" | "values" | "files"> & {
  version?: string;
  inviteLink: string | null;
  self: { id: string; name: string; email: string };
  dates: { first: string; last: string };
};

/** The browser's copy of a form, if newer than the server's. */
export function restoredForm(page: VisitorPage, storage: Storage, now: Date): Restored | undefined {
  const own = listMemories(storage).find(({ formId }) => formId === page.formId);
  const memory = own ?? (page.keptAt === null && !page.isFresh ? latestOf(storage, page.type) : undefined);
  if (!memory || !isNewer(memory, page) || isSame(toFormValues(memory), page.values)) return undefined;
  const values = toFormValues(memory);
  const inZone = knownZone(values.deliveryZone);
  return {
    values,
    formId: memory.formId,
    // The next save gets its name from this page, as the page that wrote the copy may still be open.
    ...(memory.version && { version: `${memory.version} ${page.version.split(" ").at(-1)}` }),
    inviteLink: memory.inviteLink,
    self: { id: memory.account, name: "", email: "" },
    files: memory.formId === page.formId ? page.files : [],
    dates: { first: dateIn(inZone, now), last: horizonDate(inZone, now) },
  };
}

/** A copy that knows the server's save was written after it, also by a device whose clock is behind. */
function isNewer({ version = "", savedAt }: LocalMemory, page: VisitorPage): boolean {
  if (page.keptAt === null || savedAt > page.keptAt) return true;
  const known = version.split(" ");
  const [, ...saves] = page.version.split(" ").reverse();
  return saves.some((save) => known.includes(save));
}

/** The server trims what it saves. */
const isSame = (one: FormValues, other: FormValues) => {
  const comparable = (_: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : value;
  const sorted = (values: FormValues) => JSON.stringify(Object.entries(values).sort(), comparable);
  return sorted(one) === sorted(other);
};

/**
 * Saves a form in this browser as it changes, and its files until the server has them. Restarts interrupted uploads.
 * `isWritten`: something was typed before. Returns a function that stops it.
 */
export function saveHere(form: HTMLFormElement, { type, formId, files }: VisitorPage, isWritten: boolean): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = form;
  let isStale = false;
  const write = (intent?: string) => {
    clearTimeout(timer);
    timer = undefined;
    if (isStale) return;
    try {
      saveMemory(localStorage, memoryIn(written, type, new Date()));
      if (intent && KEEPING.includes(intent)) markDraft(localStorage, formId);
    } catch {
      // Storage is full or disabled: the server has the form.
    }
  };
  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => write(), PAUSE_MS);
  };
  if (isWritten) write();
  // Adding a row replaces the form element, so compare ids.
  const isOfForm = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest("form") : null;
    if (found?.id !== form.id) return false;
    written = found;
    return true;
  };
  document.addEventListener("input", (event) => isOfForm(event) && writeSoon(), { signal });
  const onSubmit = (event: SubmitEvent) => isOfForm(event) && write(intentOf(event));
  document.addEventListener("submit", onSubmit, { signal, capture: true });
  const onStale = (event: Event) => {
    if (!isOfForm(event)) return;
    isStale = true;
    forgetText(formId);
  };
  document.addEventListener("stale", onStale, { signal });
  addEventListener("pagehide", () => timer && write(), { signal });
  void savePendingUploads(form, formId, files, signal, writeSoon);
  return () => {
    if (timer) write();
    ends.abort();
  };
}

const intentOf = ({ submitter }: SubmitEvent) =>
  submitter instanceof HTMLButtonElement && submitter.name === "intent" ? submitter.value : undefined;

/** Of a form that was changed in another window: the server has that window's text. */
export function forgetText(formId: string): void {
  try {
    forgetMemory(localStorage, formId);
  } catch {
    // Storage is disabled.
  }
}

async function savePendingUploads(
  form: HTMLFormElement,
  formId: string,
  files: FormFile[],
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const left = await keptFiles(formId).catch(() => []);
  if (signal.aborted) return;
  let last = Promise.resolve();
  const keep = (event: Event) => {
    const list = (event as CustomEvent<readonly BrowserUpload[]>).detail;
    const unfinished = list.filter((upload) => isRunning(upload) || upload.state === "stopped");
    const waiting = unfinished.map(({ kind, content }) => ({ formId, kind, content }));
    last = last.then(() => keepFiles(formId, waiting)).catch(ignore);
    if (list.some(({ state }) => state === "ready")) onReady();
  };
  document.addEventListener("uploads", keep, { signal });
  const isThere = (content: File) =>
    files.some((file) => file.state === "ready" && file.fileName === content.name && file.bytes === content.size);
  for (const { kind, content } of left) if (!isThere(content)) choose(form, kind, content);
  if (left.length > 0 && left.every(({ content }) => isThere(content))) await keepFiles(formId, []).catch(ignore);
}

/** Fires `change` as if the file had been chosen. */
function choose(form: HTMLFormElement, kind: MediaKind, content: File): void {
  const input = form.querySelector<HTMLInputElement>(`input[type=file][name=${kind}]`);
  if (!input) return;
  const chosen = new DataTransfer();
  for (const file of [...(input.files ?? []), content]) chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Without IndexedDB, as in a private window, the upload continues. */
function ignore(): void {}
