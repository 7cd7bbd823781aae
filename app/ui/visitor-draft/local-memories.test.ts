import { beforeEach, describe, expect, it } from "vitest";
import { emptyForm, toFormValues } from "~/domain/writing/form-values";
import {
  fieldsOf,
  forgetMemory,
  type LocalMemory,
  latestOf,
  listMemories,
  markDraft,
  markPending,
  restorePending,
  saveMemory,
} from "./local-memories";
import { restoredForm, type VisitorPage } from "./save-here";
import { MEMORIES_KEY, PENDING_KEY } from "./storage-keys";

class Shelf implements Storage {
  #kept = new Map<string, string>();
  get length() {
    return this.#kept.size;
  }
  key = (index: number) => [...this.#kept.keys()][index] ?? null;
  getItem = (key: string) => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#kept.set(key, value);
  removeItem = (key: string) => void this.#kept.delete(key);
  clear = () => this.#kept.clear();
}

let storage: Storage;
beforeEach(() => {
  storage = new Shelf();
});

const memory = (overrides: Partial<LocalMemory> = {}): LocalMemory => ({
  ...emptyForm({ timeZone: "UTC" }, "send-to-someone"),
  id: "mem-1700000000000-abc",
  type: "letter",
  formId: "form-one",
  account: "",
  title: "For Mia",
  message: "Dear Mia",
  recipientName: "Mia",
  recipientEmail: "mia@example.net",
  deliveryDate: "2044-06-14",
  filePaths: [],
  inviteLink: "",
  delivered: false,
  createdAt: "2030-01-01T10:00:00.000Z",
  savedAt: "2030-01-01T10:00:00.000Z",
  isSubmitted: false,
  ...overrides,
});

describe("memories in a browser", () => {
  it("keep their id while they are edited, one for each form", () => {
    saveMemory(storage, memory());
    saveMemory(storage, memory({ id: "mem-2", title: "For Mia, at last" }));
    saveMemory(storage, memory({ id: "mem-3", formId: "form-two" }));
    expect(listMemories(storage).map(({ id, title }) => [id, title])).toEqual([
      ["mem-1700000000000-abc", "For Mia, at last"],
      ["mem-3", "For Mia"],
    ]);
  });

  it("are pending once submitted, and moved back at the next page load", () => {
    saveMemory(storage, memory());
    markPending(storage, ["form-one"]);
    expect(JSON.parse(storage.getItem(PENDING_KEY) ?? "")).toMatchObject([{ formId: "form-one" }]);
    storage.removeItem(MEMORIES_KEY);
    restorePending(storage);
    expect(storage.getItem(PENDING_KEY)).toBeNull();
    expect(listMemories(storage)).toMatchObject([{ formId: "form-one", isSubmitted: true }]);
    saveMemory(storage, memory({ title: "Changed" }));
    expect(listMemories(storage)).toMatchObject([{ title: "Changed", isSubmitted: true }]);
  });

  it("are drafts again once saved as such, wherever they were marked", () => {
    saveMemory(storage, memory());
    saveMemory(storage, memory({ id: "mem-2", formId: "form-two" }));
    markPending(storage, ["form-one", "form-two"]);
    markDraft(storage, "form-one");
    restorePending(storage);
    expect(listMemories(storage)).toMatchObject([{ isSubmitted: false }, { isSubmitted: true }]);
  });

  it("leave no storage key when the account has them", () => {
    saveMemory(storage, memory());
    markPending(storage, ["form-one"]);
    forgetMemory(storage, "form-one");
    expect([storage.getItem(MEMORIES_KEY), storage.getItem(PENDING_KEY)]).toEqual([null, null]);
  });

  it.each(["", "no JSON", "{}", "[1, null]", '[{"title":"x"}]'])(
    "are none if the stored value is invalid: %s",
    (found) => {
      storage.setItem(MEMORIES_KEY, found);
      expect(listMemories(storage)).toEqual([]);
    },
  );

  it("are sent as their form sends them", () => {
    const board = memory({
      type: "memory-board",
      boardRecipients: [{ name: "Leo", email: "leo@example.net" }],
      version: "first second",
      isSubmitted: true,
    });
    const sent = fieldsOf(
      { ...board, account: "anna", filePaths: ["/uploads/a/preview"] },
      new Date("2030-01-02T10:00:00Z"),
    );
    expect(Object.fromEntries(sent)).toEqual({
      formId: "form-one",
      account: "anna",
      fileCount: "1",
      age: "86400000",
      title: "For Mia",
      message: "Dear Mia",
      recipientName: "Mia",
      recipientEmail: "mia@example.net",
      deliveryDate: "2044-06-14",
      deliveryHour: "9",
      deliveryZone: "UTC",
      "boardRecipients[0].name": "Leo",
      "boardRecipients[0].email": "leo@example.net",
      version: "first second",
      isSubmitted: "on",
    });
  });

  it("are continued from the latest of the same kind", () => {
    saveMemory(storage, memory({ formId: "a", savedAt: "2030-01-02T10:00:00.000Z" }));
    saveMemory(storage, memory({ formId: "b", savedAt: "2030-01-03T10:00:00.000Z", type: "photo" }));
    saveMemory(storage, memory({ formId: "c", savedAt: "2030-01-04T10:00:00.000Z", type: "future-self" }));
    expect(latestOf(storage, "letter")?.formId).toBe("b");
    expect(latestOf(storage, "memory-board")).toBeUndefined();
  });
});

describe("a form that is opened again", () => {
  const now = new Date("2030-02-01T10:00:00Z");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const page = (overrides: Partial<VisitorPage> = {}): VisitorPage => ({
    type: "letter",
    formId: "new-form",
    version: "mine next",
    values: emptyForm({ timeZone: zone }, "send-to-someone"),
    files: [],
    keptAt: null,
    isFresh: false,
    ...overrides,
  });

  it("shows what the server does not have", () => {
    saveMemory(storage, memory());
    expect(restoredForm(page(), storage, now)).toMatchObject({ formId: "form-one", values: { title: "For Mia" } });
  });

  it("shows a newer state of the same form, not an older one", () => {
    saveMemory(storage, memory());
    const kept = (keptAt: string) => page({ formId: "form-one", keptAt });
    expect(restoredForm(kept("2029-12-31T10:00:00.000Z"), storage, now)).toMatchObject({
      values: { title: "For Mia" },
    });
    expect(restoredForm(kept("2030-01-05T10:00:00.000Z"), storage, now)).toBeUndefined();
  });

  it("shows what was written on top of the server's state, whatever the device's clock says", () => {
    saveMemory(storage, memory({ version: "opened first second" }));
    const kept = (version: string) => page({ formId: "form-one", keptAt: "2030-01-05T10:00:00.000Z", version });
    for (const version of ["opened next", "stored first next"])
      expect(restoredForm(kept(version), storage, now)).toMatchObject({ values: { title: "For Mia" } });
    expect(restoredForm(kept("stored other next"), storage, now)).toBeUndefined();
    const values = toFormValues(memory({ title: "For Mia" }));
    expect(restoredForm({ ...kept("opened next"), values }, storage, now)).toBeUndefined();
  });

  it("may replace what it knew, and saves under a name of its own", () => {
    saveMemory(storage, memory({ version: "old first" }));
    const isOlder = page({ formId: "form-one", keptAt: "2029-12-31T10:00:00.000Z" });
    expect(restoredForm(isOlder, storage, now)).toMatchObject({ version: "old first next" });
  });

  it("shows and hands over a memory from before its form asked for a second address and a backup contact", () => {
    const { secondEmail, backupName, backupEmail, account, ...old } = memory({ isSubmitted: true });
    storage.setItem(MEMORIES_KEY, JSON.stringify([old]));
    const [kept] = listMemories(storage);
    expect(Object.fromEntries(fieldsOf(kept ?? memory({ title: "" }), now))).toEqual(
      Object.fromEntries(fieldsOf(memory({ isSubmitted: true }), now)),
    );
    const isThere = page({ formId: "form-one", keptAt: "2029-12-31T10:00:00.000Z", values: toFormValues(memory()) });
    expect(restoredForm(isThere, storage, now), "it is what the server has").toBeUndefined();
  });

  it("stays empty for a fresh form", () => {
    saveMemory(storage, memory());
    expect(restoredForm(page({ isFresh: true }), storage, now)).toBeUndefined();
  });
});
