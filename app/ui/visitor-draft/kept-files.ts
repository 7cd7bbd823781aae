import type { MediaKind } from "~/domain/media/media";

/** A file that is not on the server yet. */
export type KeptFile = { formId: string; kind: MediaKind; content: File };

const STORE = "files";

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
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("amberkeep", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex("form", "formId");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
