import { spawnSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setPlan, setPlanByEmail } from "~/domain/billing/set-plan.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import type { Browser } from "../../tests/factories/browser";
import { createDraft, createDueLetter, createFailedLetter, createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as plan from "./settings.plan";

const see = async (browser: Browser) =>
  (await answerOf(plan.loader, pageRequest("/settings/plan", browser), browser)).json();

describe("the plans", () => {
  it("count waiting, held and delivered vaults, not drafts or cancelled ones", async () => {
    const { user, browser } = await createUser();
    await setPlan(user.id, "starter");
    expect(await see(browser)).toMatchObject({ planId: "starter", used: 0, delivered: 0, limit: 5, drafts: [] });
    await createLetter(user);
    await createFailedLetter(user);
    await createDueLetter(user);
    await cancelVault(user, await createLetter(user));
    for (let number = 1; number <= 4; number += 1) await createDraft(user, { title: `Draft ${number}` });
    const shown = await see(browser);
    expect(shown).toMatchObject({ used: 3, limit: 5, hasMoreDrafts: true });
    expect(shown.drafts).toHaveLength(3);
    expect(shown.drafts[0].title).toMatch(/^Draft \d$/);
  });

  it("do not show other users' drafts", async () => {
    await createDraft((await createUser()).user);
    expect(await see((await createUser()).browser)).toMatchObject({ drafts: [], hasMoreDrafts: false });
  });
});

describe("an operator", () => {
  it("sets the plan of an account by its email", async () => {
    const { user, browser } = await createUser();
    const words = ["scripts/set-plan.ts", user.email.toUpperCase(), "plus"];
    const given = spawnSync("node_modules/.bin/tsx", words, { encoding: "utf8" });
    expect(given).toMatchObject({ status: 0, stdout: "The account now has the Plus plan: 10 vaults.\n" });
    expect(await see(browser)).toMatchObject({ planId: "plus", limit: 10 });
    expect(await setPlanByEmail("nobody@example.org", "plus")).toBeUndefined();
    const name = `rené-${user.email.split("@")[0]}`;
    await db
      .update(profiles)
      .set({ email: `${name}@xn--exmple-cua.org` })
      .where(eq(profiles.id, user.id));
    for (const typed of [`${name}@exämple.org`, ` ${name}@xn--exmple-cua.org`.normalize("NFD").toUpperCase()])
      expect(await setPlanByEmail(typed, "premium")).toMatchObject({ id: "premium" });
  });
});
