import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { requireRecentSignIn } from "~/http/session.server";
import { db } from "~/services/db.server";
import { sessions } from "~db/schema";
import type { Browser } from "../../tests/factories/browser";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as confirm from "./confirm-password";

const PATH = "/settings/password?from=here";
const CONFIRM = `/confirm-password?${new URLSearchParams({ redirectTo: PATH })}`;

async function enteredMinutesAgo(userId: string, minutes: number): Promise<void> {
  const confirmedAt = new Date(Date.now() - minutes * 60_000);
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, userId));
}

const visit = (browser: Browser) =>
  answerOf(
    async ({ context }) => Response.json({ id: (await requireRecentSignIn(context)).id }),
    pageRequest(PATH, browser),
    browser,
  );
const enter = (browser: Browser, password: string) =>
  answerOf(confirm.action, formRequest(CONFIRM, { password }, browser), browser);

describe("a page that requires a recent sign-in", () => {
  it("opens within 15 minutes of logging in", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 14);
    expect(await (await visit(browser)).json()).toEqual({ id: user.id });
  });

  it("asks for the password after that, and opens again with it", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 15);
    expect(await visit(browser)).toHaveRedirect(CONFIRM);
    await expect(await enter(browser, "Wrong-Password-1")).toBeRefused(400, "password", /^This is not your password/);
    expect(await visit(browser)).toHaveRedirect(CONFIRM);
    expect(await enter(browser, PASSWORD)).toHaveRedirect(PATH);
    expect((await visit(browser)).status).toBe(200);
  });

  it("keeps the path that the caller names", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 60);
    const response = await answerOf(
      async ({ context }) => Response.json(await requireRecentSignIn(context, "/settings/email?to=x")),
      pageRequest(PATH, browser),
      browser,
    );
    expect(response).toHaveRedirect("/confirm-password?redirectTo=%2Fsettings%2Femail%3Fto%3Dx");
  });

  it("never leads to another site", async () => {
    const { browser } = await createUser();
    const path = `/confirm-password?${new URLSearchParams({ redirectTo: "https://evil.example" })}`;
    const response = await answerOf(confirm.action, formRequest(path, { password: PASSWORD }, browser), browser);
    expect(response).toHaveRedirect("/dashboard");
  });
});

describe("a session", () => {
  const DAY = 86_400_000;

  it("lasts 30 days from the last visit, and 180 from logging in", async () => {
    const { user, browser } = await createUser();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      for (let day = 29; day < 180; day += 29) {
        vi.setSystemTime(start + day * DAY);
        expect(await visit(browser), `day ${day}`).toHaveRedirect(CONFIRM);
      }
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
      expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(start + 180 * DAY);
      vi.setSystemTime(start + 180 * DAY + 1_000);
      expect((await visit(browser)).headers.get("Location")).toMatch(/^\/auth\?mode=login/);
    } finally {
      vi.useRealTimers();
    }
  });
});
