import type { FormFile, MediaKind } from "~/domain/media/media";
import { uploadFailed } from "~/domain/media/refusals";
import { GaveUp } from "./patience";
import { type Transport, uploadFile } from "./upload-file";
import type { UploadState } from "./upload-state";

/** How many files travel at once. */
const AT_ONCE = 3;

export type Upload = {
  id: string;
  kind: MediaKind;
  content: File;
  state: UploadState;
  sentBytes: number;
  /** What the server calls it, once it has heard of it. */
  serverId?: string | undefined;
  /** What the server made of it. */
  file?: FormFile;
  message?: string | undefined;
};

/** What has become of a form's files since the page came: those that this page sends, and ids of those it removed. */
export type FilesNow = { list: readonly Upload[]; removed: readonly string[] };

/** The files that a page sends: a list that changes as they travel, three of them at a time. */
export class Uploads {
  private list: readonly Upload[] = [];
  private now: FilesNow = { list: [], removed: [] };
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly transport: Transport,
    private readonly remove: (id: string) => void,
  ) {}

  all = (): readonly Upload[] => this.list;

  snapshot = (): FilesNow => this.now;

  /** Calls `listener` after each change, until what it answers is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** `rest` names the upload of which the server has the first part already. */
  add(kind: MediaKind, content: File, rest?: string): void {
    this.put({ id: newUploadId(), kind, content, state: "queued", sentBytes: 0, serverId: rest });
  }

  /** Shows a file that is not sent at all, and why. */
  refuse(kind: MediaKind, content: File, message: string): void {
    this.put({ id: newUploadId(), kind, content, state: "refused", sentBytes: 0, message });
  }

  retry(id: string): void {
    this.change(id, { state: "queued", message: undefined });
  }

  /** Stops a file wherever it is, and takes it off the list and off the server. */
  drop(id: string): void {
    this.running.get(id)?.abort();
    const known = this.list.find((upload) => upload.id === id)?.serverId;
    if (known) this.remove(known);
    this.list = this.list.filter((upload) => upload.id !== id);
    this.changed();
  }

  /** Takes a file off the server that was there when the page came. */
  forget(serverId: string): void {
    this.remove(serverId);
    this.now = { ...this.now, removed: [...this.now.removed, serverId] };
    this.changed();
  }

  /** Stops all of them, for a page that goes; the server keeps what it has. */
  stop(): void {
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
  }

  private put(upload: Upload): void {
    this.list = [...this.list, upload];
    this.changed();
  }

  private change(id: string, change: Partial<Upload>): void {
    this.list = this.list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
    this.changed();
  }

  private changed(): void {
    for (const upload of this.list) {
      if (this.running.size >= AT_ONCE) break;
      if (upload.state === "queued" && !this.running.has(upload.id)) void this.send(upload);
    }
    this.now = { ...this.now, list: this.list };
    for (const listener of this.listeners) listener();
  }

  private async send({ id, kind, content, serverId = id }: Upload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.running.set(id, controller);
    const change = (change: Partial<Upload>) => signal.aborted || this.change(id, change);
    const file = { id: serverId, kind, fileName: content.name, bytes: content.size };
    const result = await uploadFile(content, file, this.transport, {
      signal,
      onStart: (known) => {
        if (signal.aborted && !this.list.some((upload) => upload.id === id)) this.remove(known);
        change({ state: "sending", serverId: known });
      },
      onSent: (sentBytes) => change({ state: "sending", sentBytes }),
      onWait: () => change({ state: "waiting" }),
      onCheck: () => change({ state: "checking", sentBytes: content.size }),
    }).then(
      (sent): Partial<Upload> => {
        if (sent.ok) return { state: "ready", sentBytes: content.size, file: sent.file };
        return { state: sent.isOver ? "refused" : "stopped", message: sent.message };
      },
      (error: unknown): Partial<Upload> => {
        if (signal.aborted) return {};
        if (error instanceof GaveUp) return { state: "stopped", message: uploadFailed("there is no connection.") };
        throw error;
      },
    );
    if (this.running.get(id) === controller) this.running.delete(id);
    change(result);
    if (signal.aborted) this.changed();
  }
}

/** By form: they outlive what draws them, so that a form that is drawn anew goes on with its files. */
const byForm = new Map<string, { uploads: Uploads; holders: number }>();

/** The uploads of a form, begun by `begin` if there are none yet. */
export function uploadsOf(formId: string, begin: () => Uploads): Uploads {
  const known = byForm.get(formId) ?? { uploads: begin(), holders: 0 };
  byForm.set(formId, known);
  return known.uploads;
}

/** Keeps a form's uploads going until what it answers is called, and nobody else has begun to keep them by then. */
export function holdUploads(formId: string): () => void {
  const known = byForm.get(formId);
  if (!known) throw new Error("Uploads are kept going that never began.");
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

/** In the shape of all our ids, so that the server can know a file by it and none is made twice. */
export function newUploadId(): string {
  const [first = 0, ...rest] = crypto.getRandomValues(new Uint8Array(24));
  return [first % 26, ...rest.map((byte) => byte % 36)].map((index) => LETTERS[index]).join("");
}
