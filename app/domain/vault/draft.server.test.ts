import { createId } from "@paralleldrive/cuid2";
import { expect, it } from "vitest";
import { createLetter, letterInput, storedVault } from "../../../tests/factories/letter";
import { createUser, reload } from "../../../tests/factories/user";
import { loadDashboard } from "./dashboard.server";
import { changeVault, type DraftInput, saveDraft } from "./draft.server";
import { listTimeline } from "./timeline.server";

const NOW = new Date("2030-06-10T08:00:00Z");
const draft = (): DraftInput => ({ type: "letter", title: "Half a letter", message: "Dear", submissionId: createId() });

it("a draft stands on its owner's dashboard, takes no place and is saved once however often it is sent", async () => {
  const { user, sessionToken } = await createUser();
  const input = draft();
  const id = await saveDraft(user, input, NOW);
  expect(await saveDraft(user, input, NOW)).toBe(id);
  const { drafts, vaults } = await loadDashboard(user, "pending", undefined, NOW);
  expect([drafts.map((vault) => vault.title), vaults]).toEqual([["Half a letter"], []]);
  expect((await listTimeline(user, { search: "half" })).entries).toEqual([]);
  expect((await reload(sessionToken)).vaultsUsed).toBe(0);
});

it("a draft that is finished is a vault like any other", async () => {
  const { user, sessionToken } = await createUser();
  const id = await saveDraft(user, draft(), NOW);
  expect(await changeVault(user, id, letterInput({ title: "A whole letter" }), NOW)).toEqual({ ok: true, id });
  expect(await storedVault(id)).toMatchObject({ state: "scheduled", list: "pending" });
  expect((await listTimeline(user, { search: "whole" })).entries).toHaveLength(1);
  expect((await reload(sessionToken)).vaultsUsed).toBe(1);
});

it("a draft stays one when there is no place for it, or when it is somebody else's", async () => {
  const { user } = await createUser({ vaultLimit: 1 });
  const { user: stranger } = await createUser();
  const id = await saveDraft(user, draft(), NOW);
  expect(await changeVault(stranger, id, letterInput(), NOW)).toEqual({ ok: false, reason: "not_found" });
  await createLetter(user);
  expect(await changeVault(user, id, letterInput(), NOW)).toEqual({ ok: false, reason: "vault_limit" });
  expect((await storedVault(id)).state).toBe("draft");
});
