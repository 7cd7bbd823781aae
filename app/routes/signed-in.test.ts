import { createId } from "@paralleldrive/cuid2";
import { addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { confirmEmailChange, requestEmailChange } from "~/domain/account/email-change.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { recordEvent } from "~/domain/vault/history.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { writeCursor } from "~/http/cursor";
import { db, inTransaction } from "~/services/db.server";
import { memories, profiles } from "~db/schema";
import type { VaultState } from "~db/schema/states";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import {
  createDraft,
  createDueLetter,
  createFailedLetter,
  createLetter,
  storedVault,
} from "../../tests/factories/letter";
import { mailedToken } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, reload } from "../../tests/factories/user";
import * as activity from "./activity";
import * as create from "./create";
import * as limit from "./create_.limit";
import * as dashboard from "./dashboard";
import * as live from "./live";
import * as calendar from "./memories.$id_.calendar";
import * as cancel from "./memories.$id_.cancel";
import * as record from "./memories.$id_.record";
import * as seal from "./memories.$id_.seal";
import * as shortcuts from "./shortcuts";
import * as timeline from "./timeline";

type Route = { loader: Parameters<typeof answerOf>[0] };

const see = async (route: Route, path: string, browser: Browser) =>
  (await answerOf(route.loader, pageRequest(path, browser), browser)).json();
const ask = (route: Route, id: string, browser: Browser) =>
  answerOf(route.loader, pageRequest(`/memories/${id}/x`, browser), browser, { id });
const post = (route: { action: Route["loader"] }, path: string, browser: Browser, id = "", fields: Fields = {}) =>
  answerOf(route.action, formRequest(path, fields, browser), browser, { id });

describe("the dashboard", () => {
  it("warns from 80% of the slots on, and when all are taken", async () => {
    const { user, browser, sessionToken } = await createUser({ vaultLimit: 5 });
    for (const title of ["One", "Two", "Three"]) await createLetter(user, { title });
    expect((await see(dashboard, "/dashboard", browser)).slots).toBeNull();
    await createLetter(await reload(sessionToken), { title: "Four" });
    expect((await see(dashboard, "/dashboard", browser)).slots).toMatchObject({ used: 4, limit: 5, advice: "" });
  });

  it("is shown where the server does not know the account's zone", async () => {
    const { user, browser } = await createUser();
    await db.update(profiles).set({ timeZone: "Nowhere/Else" }).where(eq(profiles.id, user.id));
    expect((await see(dashboard, "/dashboard", browser)).greeting).toMatch(/^Good /);
  });

  it("advises only what frees a slot once all are taken", async () => {
    const { user, browser, sessionToken } = await createUser({ vaultLimit: 1 });
    const id = await createLetter(user);
    const advised = async () => (await see(dashboard, "/dashboard", browser)).slots;
    const isIn = (state: VaultState) => db.update(memories).set({ state }).where(eq(memories.id, id));
    for (const state of ["scheduled", "sealed", "held"] as const) {
      await isIn(state);
      expect((await advised()).advice).toBe(
        "Cancelling one that’s still waiting frees its place, and a larger plan gives you more.",
      );
    }
    for (const state of ["delivering", "delivered"] as const) {
      await isIn(state);
      expect((await advised()).advice).toContain("only a larger plan makes room");
    }
    await isIn("scheduled");
    await db.update(profiles).set({ vaultsUsed: 7, vaultLimit: 1 }).where(eq(profiles.id, user.id));
    expect((await advised()).advice).toMatch(
      /^You have 7 vaults, and your plan has room for 1\. So cancelling one does/,
    );
    await isIn("delivered");
    expect((await advised()).advice).toMatch(/So only a plan for more than 7 makes room\.$/);
    await db.update(profiles).set({ vaultsUsed: 50, vaultLimit: 50 }).where(eq(profiles.id, user.id));
    expect((await reload(sessionToken)).vaultLimit).toBe(50);
    const largest = await advised();
    expect(largest.canUpgrade).toBe(false);
    expect(largest.advice).not.toContain("larger plan");
    expect((await see(limit, `/create/limit?draft=${id}`, browser)).slots).toEqual(largest);
  });

  it("responds with a further page of the list alone", async () => {
    const { user, browser } = await createUser({ vaultLimit: 50 });
    for (let number = 1; number <= 22; number += 1) {
      await createLetter(user, { deliveryDate: `2031-01-${String(number).padStart(2, "0")}` });
    }
    const first = await see(dashboard, "/dashboard", browser);
    expect(first.cards).toHaveLength(20);
    const second = await see(dashboard, `/dashboard?tab=pending&after=${first.next}`, browser);
    expect(second).toMatchObject({ page: "further", next: null });
    expect(second.cards).toHaveLength(2);
    expect(second).not.toHaveProperty("quote");
  });

  it("links from the first ten drafts to a list of all", async () => {
    const { user, browser } = await createUser();
    const ids: string[] = [];
    for (let number = 1; number <= 22; number += 1) ids.push(await createDraft(user));
    const shown = await see(dashboard, "/dashboard", browser);
    expect(shown).toMatchObject({ hasMoreDrafts: true });
    expect(shown.drafts).toHaveLength(10);
    const first = await see(dashboard, "/dashboard?tab=drafts", browser);
    const second = await see(dashboard, `/dashboard?tab=drafts&after=${first.next}`, browser);
    const cards: { id: string }[] = [...first.cards, ...second.cards];
    expect(cards.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(second.next).toBeNull();
  });

  it("shows undeliverable vaults and an unverified email as to-dos", async () => {
    const { user, browser } = await createUser({ verified: false });
    const id = await createLetter(user, { title: "Lost" });
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, id));
    expect(await see(dashboard, "/dashboard", browser)).toMatchObject({
      unverified: { email: user.email, pendingEmail: null },
      held: [{ id, title: "Lost" }],
    });
  });

  it("tells an unverified account of the new address that it asked for", async () => {
    const { user, browser, sessionToken } = await createUser({ verified: false });
    const id = await createLetter(user);
    const to = `${createId()}@example.net`;
    await requestEmailChange(user, to);
    const unverified = { email: user.email, pendingEmail: to };
    expect(await see(dashboard, "/dashboard", browser)).toMatchObject({ unverified });
    await db.update(memories).set({ createdAt: new Date(), deliveryAt: new Date() }).where(eq(memories.id, id));
    expect((await see(dashboard, `/dashboard?sent=${id}`, browser)).sent).toMatchObject({ unverified });
    await confirmEmailChange(user, await mailedToken(to, "change_email"));
    expect(await reload(sessionToken)).toMatchObject({ email: to, isEmailVerified: true });
    expect(await see(dashboard, "/dashboard", browser)).toMatchObject({ unverified: null });
  });
});

describe("the timeline", () => {
  it("keeps its filters in the URL and ignores invalid ones", async () => {
    const { user, browser } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { title: "Apples" });
    await createLetter(user, { title: "Pears" });
    const found = await see(timeline, "/timeline?search=appl&sender=me&tag=letter", browser);
    expect(found).toMatchObject({
      filters: { search: "appl", sender: "me", tag: "letter" },
      cards: [{ title: "Apples" }],
    });
    const odd = await see(timeline, "/timeline?search=%20&sender=&tag=nonsense", browser);
    expect(odd).toMatchObject({ filters: { search: "", sender: "", tag: "" } });
    expect(odd.cards).toHaveLength(2);
  });

  it("offers the way back to its beginning on later pages only", async () => {
    const { user, browser } = await createUser();
    await createLetter(user);
    const after = writeCursor({ deliveryAt: new Date("2100-01-01T00:00:00Z"), id: createId() });
    expect(await see(timeline, "/timeline", browser)).toMatchObject({ isFirstPage: true });
    const later = await see(timeline, `/timeline?after=${after}`, browser);
    expect(later).toMatchObject({ isFirstPage: false, cards: [{}] });
  });
});

describe("the activity", () => {
  it("shows visitors only a prompt", async () => {
    const browser = await createBrowser();
    expect(await see(activity, "/activity?tab=delivered", browser)).toEqual({
      logIn: "/auth?mode=login&redirectTo=%2Factivity%3Ftab%3Ddelivered",
    });
  });

  it("shows every vault once over all its pages, upcoming first", async () => {
    const { user, browser } = await createUser({ vaultLimit: 60 });
    for (let number = 0; number < 22; number += 1) await createLetter(user, { title: `Waits ${number}` });
    for (let number = 0; number < 3; number += 1) {
      const id = await createLetter(user, { title: `Came ${number}`, deliveryDate: "2020-01-01" });
      await db.update(memories).set({ state: "delivered", deliveredAt: new Date() }).where(eq(memories.id, id));
    }
    const titles: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: { upcoming: { title: string }[]; delivered: { title: string }[]; next: string | null } = await see(
        activity,
        `/activity?after=${next}`,
        browser,
      );
      titles.push(...[...page.upcoming, ...page.delivered].map(({ title }) => title));
      next = page.next;
    }
    expect(titles).toHaveLength(25);
    expect(new Set(titles).size).toBe(25);
    expect(titles.slice(-3).every((title) => title.startsWith("Came"))).toBe(true);
  });

  it("continues with delivered vaults after a page of upcoming ones", async () => {
    const { user, browser } = await createUser({ vaultLimit: 60 });
    for (let number = 0; number < 20; number += 1) await createLetter(user, { title: `Waits ${number}` });
    const id = await createLetter(user, { title: "Came", deliveryDate: "2020-01-01" });
    await db.update(memories).set({ state: "delivered", deliveredAt: new Date() }).where(eq(memories.id, id));
    const first = await see(activity, "/activity", browser);
    expect(first).toMatchObject({ isFirstPage: true, delivered: [] });
    const second = await see(activity, `/activity?after=${first.next}`, browser);
    expect(second).toMatchObject({ isFirstPage: false, upcoming: [], delivered: [{ title: "Came" }], next: null });
  });
});

describe("sealing", () => {
  it("asks first, then seals the vault, with the same response to a double submission", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { title: "Secret" });
    const asked = await (await ask(seal, id, browser)).text();
    expect(JSON.parse(asked)).toMatchObject({ id, title: "Secret", isSealed: false });
    expect(asked).toContain("A message");
    expect(asked).not.toContain("by now you can read this yourself");
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(seal, `/memories/${id}/seal`, browser, id);
      expect(answer).toHaveRedirect(`/memories/${id}?sealed`);
      await expect(answer).toSendToast({ title: "Memory sealed" });
    }
    expect((await storedVault(id)).state).toBe("sealed");
    expect(await ask(seal, id, browser)).toHaveRedirect(`/memories/${id}`, 302);
  });

  it("is refused for a cancelled vault and for other users' vaults", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    await cancelVault(user, id);
    await expect(await post(seal, `/memories/${id}/seal`, browser, id)).toSendToast({ title: "Error", kind: "error" });
    const { browser: stranger } = await createUser();
    const answer = await post(seal, `/memories/${id}/seal`, stranger, id);
    expect(answer).toHaveRedirect("/dashboard");
    await expect(answer).toSendToast({ title: "Error", description: "Memory not found." });
    expect(await ask(seal, id, stranger)).toHaveRedirect("/dashboard", 302);
  });
});

describe("cancelling", () => {
  it("is offered for a vault that is held, but not for one on its way", async () => {
    const { user, browser, sessionToken } = await createUser();
    const { id } = await createFailedLetter(user, { title: "Came back" });
    expect(await (await ask(cancel, id, browser)).json()).toMatchObject({ title: "Came back", isHeld: true });
    expect(await post(cancel, `/memories/${id}/cancel`, browser, id)).toHaveRedirect("/dashboard");
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
    const { id: onItsWay } = await createDueLetter(user);
    expect(await ask(cancel, onItsWay, browser)).toHaveRedirect(`/memories/${onItsWay}`, 302);
  });

  it("asks first, then frees the slot, with the same response to a double submission", async () => {
    const { user, browser, sessionToken } = await createUser();
    const id = await createLetter(user, { title: "Not after all" });
    await sealVault(user, id);
    const asked = await (await ask(cancel, id, browser)).json();
    expect(asked).toMatchObject({ id, title: "Not after all", isSealed: true });
    expect(JSON.stringify(asked)).not.toContain("In it");
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(cancel, `/memories/${id}/cancel`, browser, id);
      expect(answer).toHaveRedirect("/dashboard");
      await expect(answer).toSendToast({ title: "Vault cancelled" });
    }
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
  });
});

describe("cancelling where a plan has more vaults than room", () => {
  it("promises no place until one is free", async () => {
    const { user, browser } = await createUser({ vaultLimit: 3 });
    const ids = await Promise.all(["One", "Two"].map((title) => createLetter(user, { title })));
    await db.update(profiles).set({ vaultLimit: 1 }).where(eq(profiles.id, user.id));
    const said = [
      "It won’t be delivered. No place is free yet.",
      "It won’t be delivered, and its place is free again.",
    ];
    for (const [index, id] of ids.entries()) {
      expect(await (await ask(cancel, id, browser)).json()).toMatchObject({ freesPlace: index > 0 });
      for (let time = 0; time < 2; time += 1) {
        const answer = await post(cancel, `/memories/${id}/cancel`, browser, id);
        await expect(answer).toSendToast({ title: "Vault cancelled", description: said[index] ?? "" });
      }
    }
  });
});

describe("the delivery record as a file", () => {
  it("is available to the owner only", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { title: "On your wedding day" });
    const answer = await ask(record, id, browser);
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="amberkeep-record-${id}.txt"`);
    const text = await answer.text();
    expect(text).toContain("Delivery record: On your wedding day");
    expect(text).toContain("You scheduled this memory.");
    expect((await ask(record, id, (await createUser()).browser)).status).toBe(404);
    expect((await ask(record, createId(), browser)).status).toBe(404);
  });
});

describe("the calendar file", () => {
  it("contains the day, and nothing of the letter", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { title: "Mia; 18, at last", message: "the secret", recipientName: "Mia" });
    const answer = await ask(calendar, id, browser);
    expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="amberkeep-2031-06-14.ics"');
    const lines = (await answer.text()).replaceAll("\r\n\t", "").replaceAll("\r\n ", "").split("\r\n");
    expect(lines).toContain("SUMMARY:“Mia\\; 18\\, at last” reaches Mia");
    expect(lines).toContain("DTSTART;VALUE=DATE:20310614");
    expect(lines.join()).toContain(`/memories/${id}`);
    expect(lines.join()).not.toContain("the secret");
  });

  it("is available to the owner only", async () => {
    const id = await createLetter((await createUser()).user);
    expect((await ask(calendar, id, (await createUser()).browser)).status).toBe(404);
    expect((await ask(calendar, createId(), (await createUser()).browser)).status).toBe(404);
  });
});

describe("sending again", () => {
  const duplicate = (id: string) => `/create?type=send-to-someone&step=form&duplicateFrom=${id}`;

  it("fills the form with the vault, without its date", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { title: "Recipe", message: "Two eggs", recipientName: "Mia" });
    const { mode, values } = await see(create, duplicate(id), browser);
    expect(mode).toBe("new");
    expect(values).toMatchObject({ title: "Recipe", message: "Two eggs", recipientName: "Mia", deliveryDate: "" });
  });

  it.each(["photo", "video", "audio", "memory-board", "future-self"] as const)(
    "makes another vault of the same type: %s",
    async (type) => {
      const { user, browser } = await createUser({ vaultLimit: 2 });
      const id = await createLetter(user, { type, title: "Again", message: "Once more" });
      const first = await answerOf(create.loader, pageRequest(duplicate(id), browser), browser);
      const path = `/create?type=${type}&step=form&duplicateFrom=${id}`;
      expect(first).toHaveRedirect(path, 302);
      const { values, formId, kind } = await see(create, path, browser);
      expect(kind).toBe(["memory-board", "future-self"].includes(type) ? type : "send-to-someone");
      const fields = { ...values, boardRecipients: [], isToBeSealed: [], includesMessage: [], formId };
      const day = { deliveryDate: "2044-06-14", title: "Another time" };
      const answer = await post(create, path, browser, "", { ...fields, ...day });
      expect(answer.headers.get("Location")).toMatch(/^\/dashboard\?sent=\w{24}$/);
      const copies = await db.select().from(memories).where(eq(memories.userId, user.id));
      expect(copies.map((copy) => copy.type)).toEqual([type, type]);
    },
  );

  it("is refused for vaults the user may not read", async () => {
    const { user, browser } = await createUser();
    const sealed = await createLetter(user);
    await sealVault(user, sealed);
    const others = await createLetter((await createUser()).user);
    for (const id of [sealed, others, createId(), ""]) {
      const answer = await answerOf(create.loader, pageRequest(duplicate(id), browser), browser);
      expect(answer.headers.get("Location")).toBe("/dashboard");
      await expect(answer).toSendToast({ title: "Error", description: "Memory not found." });
    }
  });
});

describe("editing a vault that can no longer be changed", () => {
  it.each([
    ["sealed", "This memory is sealed"],
    ["delivering", "This memory is on its way"],
    ["delivered", "This memory was delivered"],
    ["held", "This memory is waiting for an address"],
    ["cancelled", "This memory was cancelled"],
  ] as const)("says that it is %s, on its page", async (state, title) => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    await db.update(memories).set({ state }).where(eq(memories.id, id));
    const answer = await answerOf(create.loader, pageRequest(`/create?edit=true&id=${id}`, browser), browser);
    expect(answer).toHaveRedirect(`/memories/${id}`);
    await expect(answer).toSendToast({ title, kind: "error" });
  });

  it("says only that there is no such memory to others", async () => {
    const id = await createLetter((await createUser()).user);
    const { browser } = await createUser();
    const answer = await answerOf(create.loader, pageRequest(`/create?edit=true&id=${id}`, browser), browser);
    expect(answer).toHaveRedirect("/dashboard");
    await expect(answer).toSendToast({ title: "Error", description: "Memory not found." });
  });
});

describe("the keyboard shortcuts", () => {
  it("are on by default and can be switched off and on in a browser", async () => {
    const { browser } = await createUser();
    expect(await see(shortcuts, "/shortcuts", browser)).toEqual({ areOff: false });
    const off = await post(shortcuts, "/shortcuts", browser, "", { shortcuts: "off" });
    const cookie = off.headers.getSetCookie().find((one) => one.startsWith("amberkeep_shortcuts="));
    expect(cookie).not.toMatch(/HttpOnly/i);
    const without = { ...browser, cookie: `${browser.cookie}; ${cookie?.split(";", 1)[0]}` };
    expect(await see(shortcuts, "/shortcuts", without)).toEqual({ areOff: true });
    const on = await post(shortcuts, "/shortcuts", without, "", { shortcuts: "on" });
    expect(on.headers.getSetCookie().join()).toMatch(/amberkeep_shortcuts=[^,]*Max-Age=0/);
  });
});

describe("the live stream", () => {
  it("sends a delivery to the owner only", async () => {
    const { user, browser } = await createUser();
    const { browser: stranger } = await createUser();
    const id = await createLetter(user, { title: "On its way", deliveryDate: "2020-01-01" });
    const [own, others] = await Promise.all([listen(browser), listen(stranger)]);
    await deliverVault(id);
    // Events before the connection are lost, so repeat until one is received.
    await vi.waitFor(
      async () => {
        await inTransaction((tx) => recordEvent(tx, { vaultId: id, kind: "opened" }, new Date()));
        expect(own.events).toContainEqual({ kind: "opened", vaultId: id, title: "On its way" });
      },
      { interval: 200 },
    );
    expect(others.events).toEqual([]);
    own.stop();
    others.stop();
  });

  it("repeats what was missed in the last ten minutes, however long a page says it was away", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const ago = (minutes: number) => addMinutes(new Date(), -minutes);
    await inTransaction((tx) => recordEvent(tx, { vaultId: id, kind: "opened" }, ago(11)));
    await inTransaction((tx) => recordEvent(tx, { vaultId: id, kind: "replied" }, ago(9)));
    const { events, stop } = await listen(browser, `/live?missed=${24 * 3_600_000}`);
    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ kind: "replied" })));
    expect(events).toHaveLength(1);
    stop();
  });

  it("responds 204 to visitors", async () => {
    const browser = await createBrowser();
    const answer = await answerOf(live.loader, pageRequest("/live", browser), browser);
    expect(answer.status).toBe(204);
  });

  async function listen(browser: Browser, path = "/live") {
    const abort = new AbortController();
    const request = new Request(pageRequest(path, browser), { signal: abort.signal });
    const answer = await answerOf(live.loader, request, browser);
    expect(answer.headers.get("Content-Type")).toBe("text/event-stream");
    const events: unknown[] = [];
    void (async () => {
      const decoder = new TextDecoder();
      const reader = answer.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        for (const [, data] of decoder.decode(part.value).matchAll(/^data: (.*)$/gm))
          events.push(JSON.parse(data ?? ""));
      }
    })();
    return { events, stop: () => abort.abort() };
  }
});
