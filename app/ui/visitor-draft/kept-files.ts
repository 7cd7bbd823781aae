import type { MediaKind } from "~/domain/media/media";
import { FILES_DATABASE, FILES_STORE } from "./storage-keys";

/** A file that is not on the server yet. */
export type KeptFile = { formId: string; kind: MediaKind; content: File };

/** Files that were not on the server when the form was left. */
export async function keptFiles(formId: string): Promise<KeptFile[]> {
  const all = await inStore<KeptFile[]>("readonly", (store) => store.index("form").getAll(formId));
  return all ?? [];
}

export async function keepFiles(formId: string, files: KeptFile[]): Promise<void> {
  await inStore("readwrite", (store) => {
    const known = store.index("form").openKeyCursor(formId);
    known.onsuccess = () => {
      if (known.result) {
        store.delete(known.result.primaryKey);
        known.result.continue();
        return;
      }
      for (const file of files) store.add(file);
    };
    return undefined;
  });
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(FILES_STORE, mode);
      const request = work(transaction.objectStore(FILES_STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(FILES_DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(FILES_STORE, { autoIncrement: true }).createIndex("form", "formId");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
