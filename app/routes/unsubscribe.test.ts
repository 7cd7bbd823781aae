import { beforeEach, describe, expect, it } from "vitest";
import { readPreferences } from "~/domain/outbox/email-preferences.server";
import { unsubscribeUrl } from "~/domain/outbox/unsubscribe.server";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as notifications from "./settings.notifications";
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

describe("/unsubscribe/{link}", () => {
  it("changes nothing on GET, as mail scanners follow links", async () => {
    const page = await answerOf(unsubscribe.loader, pageRequest(path, stranger), stranger, { link });
    expect(await page.json()).toEqual({ label: "Weekly digest", isOn: true });
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
