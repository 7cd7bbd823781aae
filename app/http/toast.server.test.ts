import { describe, expect, it } from "vitest";
import { createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { pageRequest } from "../../tests/factories/request";
import { toastCookie } from "./cookies.server";
import { redirectWithToast, takeToast } from "./toast.server";

const PAGE = { isDataRequest: false };
const TOAST = { title: "Memory Created", description: "Your memory has been scheduled for future delivery." };

describe("a toast", () => {
  it("is shown by the next page, which deletes it", async () => {
    const response = await redirectWithToast("/dashboard", TOAST);
    expect(response).toHaveRedirect("/dashboard");
    await expect(response).toSendToast(TOAST);
    const browser = await withCookiesOf(await createBrowser(), response);
    const taken = await takeToast(pageRequest("/dashboard", browser), PAGE);
    expect(taken.toast).toEqual(TOAST);
    expect(taken.setCookie).toMatch(/Max-Age=0/);
  });

  it("is not deleted by a data request, as another part of the page may redirect", async () => {
    const browser = await withCookiesOf(await createBrowser(), await redirectWithToast("/auth", TOAST));
    expect(await takeToast(pageRequest("/auth", browser), { isDataRequest: true })).toEqual({ toast: TOAST });
    expect(toastCookie).toMatchObject({ isSigned: true });
    expect((await redirectWithToast("/", TOAST)).headers.getSetCookie().join()).not.toMatch(/HttpOnly/i);
  });

  it("may contain any characters", async () => {
    const toast = { title: "Für Mia 🎂 “x”; a=b", kind: "error" as const };
    const browser = await withCookiesOf(await createBrowser(), await redirectWithToast("/", toast));
    expect((await takeToast(pageRequest("/", browser), PAGE)).toast).toEqual(toast);
  });

  it("is ignored if its cookie is forged", async () => {
    const forged = Buffer.from(JSON.stringify({ title: "Please call 0900 1234" })).toString("base64");
    for (const value of [forged, `${forged}.AAAA`, "", "%", "e30"]) {
      const browser = { ...(await createBrowser()), cookie: `${toastCookie.name}=${value}` };
      expect(await takeToast(pageRequest("/", browser), PAGE)).toEqual({ toast: null });
    }
  });
});
