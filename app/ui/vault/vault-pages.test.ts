import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { VAULT_STATES } from "~/domain/vault/vault";
import { VAULT_PAGES } from "./vault-pages";

/** Pages that a vault's details lead to from another place than this list, and from where. */
const ELSEWHERE: Record<string, string> = {
  record: "the delivery record itself",
  certificate: "the card of the seal",
  finish: "the button of a draft",
  "rehearsal_.mail": "the frame of the rehearsal",
};

it("has every page that a vault has, and none that is still to be built", () => {
  const built = globSync("app/routes/memories.$id_.*.tsx")
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => path.replace("app/routes/memories.$id_.", "").replace(".tsx", ""));
  expect(built.length).toBeGreaterThan(2);
  expect([...VAULT_PAGES.map(({ page }) => page), ...Object.keys(ELSEWHERE)].sort()).toEqual(built.sort());
});

it.each([
  ["draft", ["rehearsal", "discard"]],
  ["scheduled", ["rehearsal", "seal", "calendar", "confirmation", "card", "cancel"]],
  ["sealed", ["calendar", "address", "confirmation", "card", "cancel"]],
  ["delivering", ["replies", "card"]],
  ["delivered", ["replies", "share", "card"]],
  ["held", ["replies", "card"]],
  ["cancelled", []],
])("offers for a vault that is %s: %j", (name, pages) => {
  const state = VAULT_STATES.find((known) => known === name) ?? "draft";
  const offered = VAULT_PAGES.filter(({ isFor }) => isFor({ state, isToCome: true, kind: "letter" }));
  expect(offered.map(({ page }) => page)).toEqual(pages);
});

it("offers no day for the calendar that has passed", () => {
  const offered = VAULT_PAGES.filter(({ isFor }) => isFor({ state: "scheduled", isToCome: false, kind: "letter" }));
  expect(offered.map(({ page }) => page)).toEqual(["rehearsal", "seal", "confirmation", "card", "cancel"]);
});

it("offers no seal for a board, to which its guests still add", () => {
  const offered = VAULT_PAGES.filter(({ isFor }) => isFor({ state: "scheduled", isToCome: true, kind: "board" }));
  expect(offered.map(({ page }) => page)).toEqual(["rehearsal", "calendar", "confirmation", "card", "cancel"]);
});

it.each(["board", "future"] as const)("offers no other address for a sealed %s: it has none of its own", (kind) => {
  const offered = VAULT_PAGES.filter(({ isFor }) => isFor({ state: "sealed", isToCome: true, kind }));
  const asks = kind === "board" ? ["confirmation"] : [];
  expect(offered.map(({ page }) => page)).toEqual(["calendar", ...asks, "card", "cancel"]);
});
