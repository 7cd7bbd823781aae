import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it, vi } from "vitest";
import * as access from "~/domain/access/view-vault.server";
import * as emailChange from "~/domain/account/email-change.server";
import * as erasure from "~/domain/account/erasure-request.server";
import * as profile from "~/domain/account/profile.server";
import * as exports from "~/domain/data-export/request-export.server";
import * as help from "~/domain/help/ask.server";
import * as emailPreferences from "~/domain/outbox/email-preferences.server";
import { summaryOf } from "~/domain/vault/vault-words";
import * as store from "~/services/media-store.server";
import { jpeg } from "../../tests/corpus/photos";
import { createBrowser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as auth from "./auth";
import * as subscription from "./check-subscription";
import * as create from "./create";
import * as helpPage from "./help";
import * as helpStream from "./help_.stream";
import * as dataPrivacy from "./settings.data-privacy";
import * as deletion from "./settings.data-privacy_.delete";
import * as email from "./settings.email";
import * as notifications from "./settings.notifications";
import * as privacy from "./settings.privacy";
import * as profilePage from "./settings.profile";
import * as start from "./uploads";
import * as content from "./uploads.$id_.content";
import * as verify from "./verify-address";

const GONE = new Error("gone");
const NEW_EMAIL = "anna.new@example.net";

describe("a form that fails keeps what was typed and says so", () => {
  it.each([
    [
      "Export failed",
      "There was an error starting your data export. Please try again.",
      "/settings/data-privacy",
      dataPrivacy,
      () => vi.spyOn(exports, "requestExport").mockRejectedValueOnce(GONE),
    ],
    [
      "Deletion failed",
      "There was an error processing your request. Please contact support.",
      "/settings/data-privacy/delete",
      deletion,
      () => vi.spyOn(erasure, "requestErasure").mockRejectedValueOnce(GONE),
    ],
    [
      "Save failed",
      "There was an error saving your preferences. Please try again.",
      "/settings/notifications",
      notifications,
      () => vi.spyOn(emailPreferences, "changePreferences").mockRejectedValueOnce(GONE),
    ],
    [
      "Save failed",
      "There was an error saving your settings. Please try again.",
      "/settings/privacy",
      privacy,
      () => vi.spyOn(profile, "changePrivacy").mockRejectedValueOnce(GONE),
    ],
    [
      "Update failed",
      "There was an error updating your profile. Please try again.",
      "/settings/profile",
      profilePage,
      () => vi.spyOn(profile, "updateProfile").mockRejectedValueOnce(GONE),
    ],
    [
      "Update failed",
      "There was an error updating your profile. Please try again.",
      "/settings/email",
      email,
      () => vi.spyOn(emailChange, "requestEmailChange").mockRejectedValueOnce(GONE),
    ],
  ] as const)("%s: %s (%s)", async (title, sentence, path, route, fail) => {
    const { browser } = await createUser();
    const broken = fail();
    const fields = { profileVisibility: "private", fullName: "Anna Berger", timeZone: "UTC", email: NEW_EMAIL };
    const answer = await answerOf(route.action, formRequest(path, fields, browser), browser);
    expect(broken).toHaveBeenCalled();
    broken.mockRestore();
    expect(answer.status).toBe(500);
    expect((await answer.json()).error).toEqual({ "": [title, sentence] });
  });
});

describe("while the storage is down", () => {
  const LETTER = "/create?type=send-to-someone&step=form";
  const SENTENCE = "Failed to upload file: our storage does not answer right now. Please try again in a minute.";
  const down = () => new store.MediaUnavailable("no space left");

  it("a form with a file is kept, and says what happened beside the file", async () => {
    const { browser } = await createUser();
    const photo: FormPart = ["photo", await jpeg(), "sea.jpg"];
    const fields: FormPart[] = Object.entries({
      formId: createId(),
      title: "By the sea",
      message: "Dear Mia,",
      recipientEmail: "mia@example.net",
      deliveryDate: "2044-06-14",
    });
    const broken = vi.spyOn(store, "putMedia").mockRejectedValueOnce(down());
    const answer = await answerOf(create.action, multipartRequest(LETTER, [...fields, photo], browser), browser);
    broken.mockRestore();
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      initialValue: { message: "Dear Mia,", deliveryDate: "2044-06-14" },
      error: { photo: [SENTENCE] },
      toast: {
        title: "File Upload Failed",
        description: "Failed to upload media files. Please try again.",
        kind: "error",
      },
    });
  });

  it("a part of a file is refused, and can be sent again", async () => {
    const { browser } = await createUser();
    const file = await jpeg();
    const about = {
      formId: createId(),
      kind: "photo",
      fileName: "sea.jpg",
      type: "letter",
      bytes: String(file.length),
    };
    const begun = await answerOf(start.action, formRequest("/uploads", about, browser), browser);
    const { id } = await begun.json();
    const send = () => {
      const headers = { "Content-Range": `bytes 0-${file.length - 1}/${file.length}`, "X-Unique-Upload-Id": id };
      const request = multipartRequest(`/uploads/${id}/content`, [["file", file, "blob"]], browser, headers);
      return answerOf(content.action, request, browser, { id });
    };
    const broken = vi.spyOn(store, "receivePart").mockRejectedValueOnce(down());
    const answer = await send();
    broken.mockRestore();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ ok: false, message: SENTENCE });
    expect((await send()).status).toBe(200);
  });
});

describe("what is missing or too much", () => {
  it("Recipient Email Required: the letter is kept, without script as well", async () => {
    const { browser } = await createUser();
    const fields = { formId: createId(), title: "By the sea", message: "Dear Mia,", deliveryDate: "2044-06-14" };
    const path = "/create?type=send-to-someone&step=form";
    const answer = await answerOf(create.action, formRequest(path, fields, browser), browser);
    expect(answer.status).toBe(400);
    const { initialValue, error } = await answer.json();
    expect(initialValue).toMatchObject(fields);
    expect(summaryOf(Object.values<string[]>(error).flat())?.title).toBe("Recipient Email Required");
  });

  it("Signup issue: after many accounts from one address", async () => {
    const browser = await createBrowser();
    // One of the most common passwords: refused after the limit has counted it, without the cost of an account.
    const password = "Password1";
    const fields = { fullName: "Ada", email: `${createId()}@example.org`, password, confirmPassword: password };
    const signUp = () => answerOf(auth.action, formRequest("/auth?mode=signup", fields, browser), browser);
    for (let count = 0; count < 20; count += 1) await signUp();
    const answer = await signUp();
    expect(answer.status).toBe(429);
    expect((await answer.json()).error[""][0]).toBe("Signup issue");
  });

  it("Error checking subscription: for a script that isn't signed in", async () => {
    const browser = await createBrowser();
    const answer = await answerOf(subscription.loader, pageRequest("/check-subscription", browser), browser);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: "Error checking subscription",
      description: "Please try again later.",
    });
  });

  it("Failed to get response from AI agent: when the answer breaks off", async () => {
    const browser = await createBrowser();
    const broken = vi.spyOn(help, "askHelp").mockResolvedValueOnce({ token: createId(), answer: breaksOff() });
    const request = formRequest("/help/stream", { question: "What is a seal?" }, browser);
    const answer = await answerOf(helpStream.action, request, browser);
    const events = await answer.text();
    broken.mockRestore();
    expect(events).toContain('data: {"text":"A seal"}');
    expect(events).toContain('data: {"error":"Failed to get response from AI agent"}');
  });

  it("Failed to get response from AI agent: without script, the question is kept", async () => {
    const browser = await createBrowser();
    const broken = vi.spyOn(help, "askHelp").mockResolvedValueOnce({ token: createId(), answer: breaksOff() });
    const question = "What is a seal?";
    const answer = await answerOf(helpPage.action, formRequest("/help", { question }, browser), browser);
    broken.mockRestore();
    await expect(answer).toBeRefused(503, "form", "Failed to get response from AI agent");
  });
});

async function* breaksOff(): AsyncGenerator<{ text: string }> {
  yield { text: "A seal" };
  throw GONE;
}

describe("a page that can't be shown says why on the next one", () => {
  it("Failed to load memory for editing.", async () => {
    const { user, browser } = await createUser();
    const path = `/create?edit=true&id=${await createLetter(user)}`;
    const broken = vi.spyOn(access, "viewVault").mockRejectedValueOnce(GONE);
    const answer = await answerOf(create.loader, pageRequest(path, browser), browser);
    broken.mockRestore();
    expect(answer).toHaveRedirect("/dashboard");
    await expect(answer).toSendToast({
      title: "Error",
      description: "Failed to load memory for editing.",
      kind: "error",
    });
  });

  it("Account needs verification", async () => {
    const browser = await createBrowser();
    const answer = await answerOf(verify.loader, pageRequest("/verify-address?token=x", browser), browser);
    await expect(answer).toSendToast({
      title: "Account needs verification",
      description: "Log in to confirm your address.",
      kind: "error",
    });
  });
});
