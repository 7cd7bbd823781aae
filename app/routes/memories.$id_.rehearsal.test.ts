import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { addMedia } from "~/domain/media/media.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { png } from "../../tests/corpus/photos";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createDraft, createLetter } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as rehearsal from "./memories.$id_.rehearsal";
import * as mail from "./memories.$id_.rehearsal_.mail";

const see = (id: string, browser: Browser) =>
  answerOf(rehearsal.loader, pageRequest(`/memories/${id}/rehearsal`, browser), browser, { id });
const frame = (id: string, browser: Browser) =>
  answerOf(mail.loader, pageRequest(`/memories/${id}/rehearsal/mail`, browser), browser, { id });
const send = (id: string, browser: Browser, formId = createId()) =>
  answerOf(rehearsal.action, formRequest(`/memories/${id}/rehearsal`, { formId }, browser), browser, { id });

describe("the page of a rehearsal", () => {
  it("shows the owner the mail and the reading page with files", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, {
      title: "For Mia",
      message: "Dear Mia",
      recipientName: "Mia Berger",
      recipientEmail: "mia@example.net",
    });
    const mediaId = await addMedia(id, 0, { kind: "photo", fileName: "a.png", content: await png(30, 20) });
    expect(await (await see(id, browser)).json()).toMatchObject({
      shown: {
        heading: "What Mia will get",
        back: { href: `/memories/${id}` },
        mail: { subject: `${user.name} kept something for you` },
        reading: { title: "For Mia", message: "Dear Mia", media: [{ href: `/media/${mediaId}` }], seal: null },
        facts: expect.arrayContaining([{ label: "To", value: "Mia Berger (mia@example.net)" }]),
        sendTo: user.email,
        isEmpty: false,
      },
    });
  });

  it("says what a draft lacks, with a link to its form", async () => {
    const { user, browser } = await createUser({ verified: false });
    const id = await createDraft(user, { title: "", message: "" });
    expect(await (await see(id, browser)).json()).toMatchObject({
      shown: {
        heading: "What they will get",
        back: { href: `/create?edit=true&id=${id}`, label: "Back to the form" },
        facts: [
          { label: "Arrives", value: "No day chosen yet" },
          { label: "To", value: "Nobody yet: there is no address" },
          { label: "Subject" },
        ],
        sendTo: null,
        isEmpty: true,
      },
    });
  });

  it("shows nothing of a sealed vault", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { message: "the secret words", includesMessage: true });
    await sealVault(user, id);
    expect(await (await see(id, browser)).json()).toEqual({ id, shown: null });
    expect((await frame(id, browser)).status).toBe(404);
    expect(await send(id, browser)).toHaveRedirect(`/memories/${id}`);
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });

  it("is 404 for others and for cancelled vaults", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const { browser: stranger } = await createUser();
    expect(await see(id, stranger)).toHaveRedirect("/dashboard", 302);
    expect((await frame(id, stranger)).status).toBe(404);
    expect(await send(id, stranger)).toHaveRedirect("/dashboard");
    const visitor = await createBrowser();
    for (const answer of [await see(id, visitor), await frame(id, visitor)])
      expect(answer.headers.get("Location")).toMatch(/^\/auth\?mode=login/);
    await cancelVault(user, id);
    expect(await see(id, browser)).toHaveRedirect(`/memories/${id}`, 302);
  });
});

describe("the mail of a rehearsal", () => {
  it("is shown in a sandboxed frame", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { includesMessage: true, message: "<script>alert(1)</script> Dear Mia" });
    const answer = await frame(id, browser);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'self';.*sandbox/);
    expect(policy).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)|script-src/);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    const html = await answer.text();
    expect(html).toContain("Dear Mia");
    expect(html).not.toContain("<script");
  });

  it("is sent to the owner, once for a double submission", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const formId = createId();
    for (let time = 0; time < 2; time += 1) {
      const answer = await send(id, browser, formId);
      expect(answer).toHaveRedirect(`/memories/${id}/rehearsal`);
      await expect(answer).toSendToast({ title: "Rehearsal sent" });
    }
    expect(await writtenTo(user.email, "rehearsal")).toHaveLength(1);
  });

  it("requires a verified email", async () => {
    const { user, browser } = await createUser({ verified: false });
    const id = await createLetter(user);
    await expect(await send(id, browser)).toBeRefused(400, "form", /^Please confirm your own address first/);
    expect(await writtenTo(user.email, "rehearsal")).toEqual([]);
  });
});
