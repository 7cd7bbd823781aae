import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { findHostedBoard } from "~/domain/board/board.server";
import { confirmGuestEmail, setGuestEmail } from "~/domain/board/guests.server";
import { inviteHost } from "~/domain/board/hosts.server";
import { joinBoard } from "~/domain/board/join-board.server";
import { addPosts } from "~/domain/board/posts.server";
import { thankContributors } from "~/domain/board/thanks.server";
import { addContact } from "~/domain/legacy/contacts.server";
import { deleteVault } from "~/domain/maintenance/delete-vault.server";
import { readPreferences } from "~/domain/outbox/email-preferences.server";
import { unsubscribeUrl } from "~/domain/outbox/unsubscribe.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { renderEmail } from "~/emails/catalogue";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, profiles } from "~db/schema";
import { createBoard } from "../../tests/factories/board";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createDueLetter, DUE_AT } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { FORM_HEADERS, startSite } from "../../tests/factories/site";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as notifications from "./settings.notifications";
import * as stop from "./stop.$link";
import * as unsubscribe from "./unsubscribe.$link";

let person: SignedInUser;
let link: string;
let path: string;
let stranger: Browser;
beforeEach(async () => {
  person = await createUser();
  const { id: userId, email } = person.user;
  path = new URL(unsubscribeUrl({ userId, email }, "weeklyDigest")).pathname;
  link = path.split("/").at(-1) ?? "";
  stranger = await createBrowser();
});

const isOn = async () => (await readPreferences(person.user.id)).weeklyDigest;
const post = (body: BodyInit, type: string, params = { link }) =>
  answerOf(
    unsubscribe.action,
    new Request(`http://localhost:3000${path}`, { method: "POST", body, headers: { "Content-Type": type } }),
    stranger,
    params,
  );
const URLENCODED = "application/x-www-form-urlencoded";
const send = (link: string, body: string) =>
  answerOf(
    stop.action,
    new Request(`http://localhost:3000/stop/${link}`, {
      method: "POST",
      body,
      headers: { "Content-Type": URLENCODED },
    }),
    stranger,
    { link },
  );

describe("/unsubscribe/{link}", () => {
  it("changes nothing on GET, as mail scanners follow links", async () => {
    const page = await answerOf(unsubscribe.loader, pageRequest(path, stranger), stranger, { link });
    expect(await page.json()).toEqual({ label: "Weekly digest", isOn: true, isFormer: false });
    expect(await isOn()).toBe(true);
  });

  it("unsubscribes by one-click POST without cookie, token or redirect, in both encodings", async () => {
    const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    for (const [body, type] of [
      ["List-Unsubscribe=One-Click", URLENCODED],
      [multipart, "multipart/form-data; boundary=b"],
    ] as const) {
      expect((await post(body, type)).status).toBe(200);
      expect(await isOn()).toBe(false);
      expect((await post("choice=again", URLENCODED)).status).toBe(303);
      expect(await isOn()).toBe(true);
    }
  });

  it("refuses other posts and forged links", async () => {
    for (const body of ["", "List-Unsubscribe=No", "a=1"]) expect((await post(body, URLENCODED)).status).toBe(400);
    expect((await post("garbage", "multipart/form-data; boundary=b")).status).toBe(400);
    const forged = { link: link.replace("weeklyDigest", "vaultDelivery") };
    expect((await post("List-Unsubscribe=One-Click", URLENCODED, forged)).status).toBe(404);
    expect(await isOn()).toBe(true);
  });

  it("says at a former email that nothing comes there, and changes nothing for the account", async () => {
    const email = `${createId()}@example.org`;
    await db.update(profiles).set({ email }).where(eq(profiles.id, person.user.id));
    const page = await answerOf(unsubscribe.loader, pageRequest(path, stranger), stranger, { link });
    expect(await page.json()).toMatchObject({ isOn: false, isFormer: true });
    expect((await post("List-Unsubscribe=One-Click", URLENCODED)).status).toBe(200);
    expect(await isOn()).toBe(true);
  });
});

describe("the stop link of a mail to a recipient", () => {
  const stopLinkAt = async (email: string) => {
    const [mail] = await writtenTo(email, "delivery");
    return new URL(String(mail?.props.stopUrl)).pathname.split("/").at(-1) ?? "";
  };

  it("ends the sender's mails with one POST of a mail program", async () => {
    const { user } = await createUser({ name: "Nina", vaultLimit: 5 });
    const recipientEmail = `${createId()}@example.net`;
    await createDueLetter(user, { recipientEmail });
    const [mail] = await writtenTo(recipientEmail, "delivery");
    const { stopUrl } = mail?.props ?? {};
    const { unsubscribeUrl, html, text } = renderEmail("delivery", mail?.props);
    expect(unsubscribeUrl).toBe(stopUrl);
    for (const part of [html, text]) expect(part).toContain("Stop emails from Nina");

    await createDueLetter(user, { recipientEmail });
    expect(await writtenTo(recipientEmail, "delivery")).toHaveLength(2);
    const answer = await send(await stopLinkAt(recipientEmail), "List-Unsubscribe=One-Click");
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    await createDueLetter(user, { recipientEmail });
    expect(await writtenTo(recipientEmail, "delivery")).toHaveLength(2);
  });

  it("works whatever became of the letter since", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const site = await startSite();
    const change = (changes: Partial<typeof deliveries.$inferInsert>) => (id: string) =>
      db.update(deliveries).set(changes).where(eq(deliveries.vaultId, id));
    const answers = await Promise.all(
      [
        change({ linkVersion: 1 }),
        change({ recipientEmail: `${createId()}@example.org`, firstEmail: null }),
        (id: string) => inTransaction((tx) => deleteVault(tx, id, DUE_AT)),
      ].map(async (happen) => {
        const { id, delivery } = await createDueLetter(user);
        const path = `/stop/${await stopLinkAt(delivery.recipientEmail)}`;
        await happen(id);
        const body = "List-Unsubscribe=One-Click";
        const { status } = await site.ask(path, { method: "POST", headers: FORM_HEADERS, body });
        return [status, await isSenderBlocked({ senderId: user.id, recipientEmail: delivery.recipientEmail })];
      }),
    ).finally(site.stop);
    expect(answers).toEqual(answers.map(() => [200, true]));
  });

  it("is in no mail to oneself", async () => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user, { type: "future-self" });
    const [mail] = await writtenTo(delivery.recipientEmail, "delivery");
    expect(mail?.props.stopUrl).toBeUndefined();
  });
});

describe("/settings/notifications", () => {
  it("saves the selection, and always keeps security alerts", async () => {
    const fields = { marketingEmails: "on", securityAlerts: "off" };
    const request = formRequest("/settings/notifications", fields, person.browser);
    expect((await answerOf(notifications.action, request, person.browser)).status).toBe(303);
    expect(await readPreferences(person.user.id)).toEqual({
      vaultDelivery: false,
      weeklyDigest: false,
      securityAlerts: true,
      productUpdates: false,
      marketingEmails: true,
    });
  });

  it("requires a login", async () => {
    const answer = await answerOf(notifications.loader, pageRequest("/settings/notifications", stranger), stranger);
    expect(answer.status).toBe(303);
  });
});

describe("the stop link of an invitation, a gift or thanks", () => {
  const email = () => `${createId()}@example.org`;
  const shown = async (link: string) =>
    (await answerOf(stop.loader, pageRequest(`/stop/${link}`, stranger), stranger, { link })).json();

  it("stops all that its sender causes at that address, and nothing of others", async () => {
    const lena = email();
    const [board, others] = [await createBoard(), await createBoard()];
    await inviteHost(board.user, board.id, { name: "Lena", email: lena });
    const [mail] = await writtenTo(lena, "host_invitation");
    const link = String(mail?.props.unsubscribeUrl).split("/stop/")[1] ?? "";
    for (const hidden of [board.user.id, lena])
      expect(Buffer.from(link, "base64url").includes(hidden) || link.includes(hidden)).toBe(false);
    expect(await shown(link)).toEqual({ isOn: true });
    for (const body of ["", "a=1"]) expect((await send(link, body)).status).toBe(400);
    for (const forged of [link.slice(0, -1), `${link.slice(0, 40)}AAAA${link.slice(44)}`, "x", ""])
      expect((await send(forged, "List-Unsubscribe=One-Click")).status).toBe(404);
    for (const _ of [1, 2]) expect((await send(link, "List-Unsubscribe=One-Click")).status).toBe(200);
    expect(await shown(link)).toEqual({ isOn: false });

    await addContact(board.user, { name: "Lena", email: lena, relationship: "friend" });
    expect(await writtenTo(lena, "legacy_invitation")).toEqual([]);
    await inviteHost(others.user, others.id, { name: "Lena", email: lena });
    expect(await writtenTo(lena, "host_invitation")).toHaveLength(2);

    expect((await send(link, "choice=again")).status).toBe(303);
    expect(await shown(link)).toEqual({ isOn: true });
  });

  it("is in each of them", async () => {
    const board = await createBoard();
    const guestEmail = email();
    const joined = await joinBoard(board.code, { name: "Karl", formId: createId() });
    const hosted = await findHostedBoard(board.user, board.id);
    if (!joined.ok || !hosted) throw new Error("There is no board.");
    await setGuestEmail(joined.guest, hosted, guestEmail);
    await confirmGuestEmail({ ...joined.guest, email: guestEmail });
    await addPosts(joined.guest, { formId: createId(), text: "Hello", files: { owner: "none", altTexts: {} } });
    const thanks = { deliveryId: createId(), fromName: "Otto", text: "Thank you", formId: createId() };
    await thankContributors({ board: { id: board.id, hostId: board.user.id, title: "Party" }, ...thanks });
    const mails = [...(await writtenTo(guestEmail, "guest_link")), ...(await writtenTo(guestEmail, "board_thanks"))];
    expect(mails).toHaveLength(2);
    for (const { props } of mails) expect(props.unsubscribeUrl).toMatch(/\/stop\/[\w.-]+$/);
    // Hosts get the thanks for their own board.
    expect((await writtenTo(board.user.email, "board_thanks"))[0]?.props).not.toHaveProperty("unsubscribeUrl");
  });
});
