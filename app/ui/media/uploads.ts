import type { FormFile, MediaKind } from "~/domain/media/media";
import { RetriesExhausted } from "./retry-backoff";
import { type Transport, uploadFile } from "./upload-file";
import { isRunning, type UploadState } from "./upload-state";

const UPLOADS_AT_ONCE = 3;
/** How long finished uploads are announced, in milliseconds. */
const ANNOUNCED_MS = 8_000;

export type BrowserUpload = {
  id: string;
  kind: MediaKind;
  content: File;
  state: UploadState;
  sentBytes: number;
  /** Set once the server has assigned an id. */
  serverId?: string | undefined;
  file?: FormFile;
  message?: string | undefined;
};

/** Changes since page load; `arrived` counts the files that have just arrived. */
export type FilesNow = { list: readonly BrowserUpload[]; removed: readonly string[]; arrived: number };

export class Uploads {
  private list: readonly BrowserUpload[] = [];
  private now: FilesNow = { list: [], removed: [], arrived: 0 };
  /** Files that were ready when the current batch began. */
  private readyBefore: number | undefined;
  private announcement: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly transport: Transport,
    private readonly remove: (id: string) => void,
  ) {}

  all = (): readonly BrowserUpload[] => this.list;

  snapshot = (): FilesNow => this.now;

  /** Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** `rest` is the id of a partial upload on the server. */
  add(kind: MediaKind, content: File, rest?: string): void {
    this.put({ id: newUploadId(), kind, content, state: "queued", sentBytes: 0, serverId: rest });
  }

  /** Lists a file that is not sent, with the reason. */
  refuse(kind: MediaKind, content: File, message: string): void {
    this.put({ id: newUploadId(), kind, content, state: "refused", sentBytes: 0, message });
  }

  retry(id: string): void {
    this.change(id, { state: "queued", message: undefined });
  }

  /** Stops a file and removes it here and from the server. */
  drop(id: string): void {
    this.running.get(id)?.abort();
    const known = this.list.find((upload) => upload.id === id)?.serverId;
    this.list = this.list.filter((upload) => upload.id !== id);
    if (known) this.forget(known);
    else this.changed();
  }

  /**
   * Removes a file from the server. The form submits the removal, too, in case the request is lost or the file is saved
   * meanwhile.
   */
  forget(serverId: string): void {
    this.remove(serverId);
    this.now = { ...this.now, removed: [...this.now.removed, serverId] };
    this.changed();
  }

  /** Stops all uploads; the server keeps what it has. */
  stop(): void {
    this.isStopped = true;
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
  }

  private put(upload: BrowserUpload): void {
    this.list = [...this.list, upload];
    this.changed();
  }

  private change(id: string, change: Partial<BrowserUpload>): void {
    this.list = this.list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
    this.changed();
  }

  private changed(): void {
    for (const upload of this.list) {
      if (this.isStopped || this.running.size >= UPLOADS_AT_ONCE) break;
      if (upload.state === "queued" && !this.running.has(upload.id)) void this.send(upload);
    }
    this.now = { ...this.now, list: this.list, arrived: this.arrived() };
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  private arrived(): number {
    const ready = this.list.filter(({ state }) => state === "ready").length;
    if (this.list.some(isRunning)) {
      this.readyBefore ??= ready;
      return 0;
    }
    if (this.readyBefore === undefined) return this.now.arrived;
    const arrived = Math.max(0, ready - this.readyBefore);
    this.readyBefore = undefined;
    clearTimeout(this.announcement);
    this.announcement = setTimeout(() => this.endAnnouncement(), ANNOUNCED_MS);
    return arrived;
  }

  private endAnnouncement(): void {
    if (this.now.arrived === 0) return;
    this.now = { ...this.now, arrived: 0 };
    this.notify();
  }

  private async send({ id, kind, content, serverId = id }: BrowserUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.running.set(id, controller);
    let startedAs: string | undefined;
    const change = (change: Partial<BrowserUpload>) => signal.aborted || this.change(id, change);
    const file = { id: serverId, kind, fileName: content.name, bytes: content.size };
    const result = await uploadFile(content, file, this.transport, {
      signal,
      onStart: (known) => {
        startedAs = known;
        if (signal.aborted && !this.list.some((upload) => upload.id === id)) this.forget(known);
        change({ state: "sending", serverId: known });
      },
      onSent: (sentBytes) => change({ state: "sending", sentBytes }),
      onWait: (state) => change({ state }),
      onCheck: () => change({ state: "checking", sentBytes: content.size }),
    }).then(
      (sent): Partial<BrowserUpload> => {
        if (sent.ok) return { state: "ready", sentBytes: content.size, file: sent.file };
        // The server does not know what a media store refused.
        if (sent.isOver && startedAs) this.remove(startedAs);
        return { state: sent.isOver ? "refused" : "stopped", message: sent.message };
      },
      (error: unknown): Partial<BrowserUpload> => {
        if (signal.aborted) return {};
        if (!(error instanceof RetriesExhausted)) throw error;
        return { state: "stopped", message: error.message };
      },
    );
    if (this.running.get(id) === controller) this.running.delete(id);
    change(result);
    if (signal.aborted) this.changed();
  }
}

/** By form id: uploads outlive their component when a form is redrawn. */
const byForm = new Map<string, { uploads: Uploads; holders: number }>();

/** Calls `begin` the first time. */
export function uploadsOf(formId: string, begin: () => Uploads): Uploads {
  const known = byForm.get(formId) ?? { uploads: begin(), holders: 0 };
  byForm.set(formId, known);
  return known.uploads;
}

/** Keeps uploads running until every holder has called the returned function. */
export function holdUploads(formId: string): () => void {
  const known = byForm.get(formId);
  if (!known) throw new Error("The form has no uploads.");
  known.holders += 1;
  return () => {
    known.holders -= 1;
    setTimeout(() => {
      if (known.holders > 0) return;
      known.uploads.stop();
      if (byForm.get(formId) === known) byForm.delete(formId);
    });
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Shaped like every database id. Starting an upload twice with one id makes one file. */
export function newUploadId(): string {
  const [first = 0, ...rest] = crypto.getRandomValues(new Uint8Array(24));
  return [first % 26, ...rest.map((byte) => byte % 36)].map((index) => LETTERS[index]).join("");
}
