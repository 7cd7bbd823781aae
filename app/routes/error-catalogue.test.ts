import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it, vi } from "vitest";
import * as access from "~/domain/access/view-vault.server";
import * as erasure from "~/domain/account/erasure-request.server";
import * as profile from "~/domain/account/profile.server";
import * as exports from "~/domain/data-export/request-export.server";
import * as emailPreferences from "~/domain/outbox/email-preferences.server";
import * as store from "~/services/media-store.server";
import { jpeg } from "../../tests/corpus/photos";
import { createBrowser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as dataPrivacy from "./settings.data-privacy";
import * as deletion from "./settings.data-privacy_.delete";
import * as notifications from "./settings.notifications";
import * as privacy from "./settings.privacy";
import * as start from "./uploads";
import * as content from "./uploads.$id_.content";
import * as verify from "./verify-address";

const GONE = new Error("gone");

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
  ] as const)("%s: %s", async (title, sentence, path, route, fail) => {
    const { browser } = await createUser();
    const broken = fail();
    const answer = await answerOf(route.action, formRequest(path, { profileVisibility: "private" }, browser), browser);
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
