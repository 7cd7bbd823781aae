import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { VAULT_STATES } from "~/domain/vault/vault";
import { VAULT_PAGES } from "./vault-pages";

/** Pages that the details do not link to, and where the links are. */
const ELSEWHERE: Record<string, string> = {
  record: "the delivery record itself",
  certificate: "the card of the seal",
  "guests.$guest": "the list of a board's guests",
  finish: "the button of a draft",
  changes: "the notice above a delivered vault",
  live: "the stream of the wall",
  thanks: "the page that recipients read",
  cards: "the invite link of a board",
  host: "the mail to a co-host",
  "report.$post": "each piece of a board",
  "replies_.close": "the button below a conversation",
  "photos.$photo": "the photos themselves",
  "rehearsal_.mail": "the frame of the rehearsal",
};

it("lists every page of a vault that exists", () => {
  const built = globSync("app/routes/memories.$id_.*.tsx")
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => path.replace("app/routes/memories.$id_.", "").replace(".tsx", ""));
  expect(built.length).toBeGreaterThan(2);
  expect([...VAULT_PAGES.map(({ page }) => page), ...Object.keys(ELSEWHERE)].sort()).toEqual(built.sort());
});

function offered(vault: Partial<Parameters<(typeof VAULT_PAGES)[number]["isFor"]>[0]>): string[] {
  const usual = {
    state: "scheduled",
    isToCome: true,
    kind: "letter",
    seesContent: vault.state !== "sealed",
    mayAsk: true,
    mayChange: true,
  } as const;
  return VAULT_PAGES.filter(({ isFor }) => isFor({ ...usual, ...vault })).map(({ page }) => page);
}

it.each([
  ["draft", ["rehearsal", "keepsake", "discard"]],
  ["scheduled", ["rehearsal", "seal", "calendar", "address", "keepsake", "confirmation", "card", "cancel"]],
  ["sealed", ["calendar", "address", "confirmation", "card", "cancel"]],
  ["delivering", ["replies", "keepsake", "card"]],
  ["delivered", ["replies", "keepsake", "share", "card"]],
  ["held", ["keepsake", "card", "cancel"]],
  ["cancelled", []],
])("offers for a vault that is %s: %j", (name, pages) => {
  expect(offered({ state: VAULT_STATES.find((known) => known === name) ?? "draft" })).toEqual(pages);
});

it("offers no download of what its owner cannot read", () => {
  expect(offered({ state: "held", seesContent: false })).toEqual(["card", "cancel"]);
});

it("offers no calendar file for a past day", () => {
  const pages = ["rehearsal", "seal", "address", "keepsake", "confirmation", "card", "cancel"];
  expect(offered({ isToCome: false })).toEqual(pages);
});

it("offers guests, their pieces and the wall for a board", () => {
  const own = ["rehearsal", "invite", "pieces", "wall", "seal"];
  const pages = [...own, "calendar", "address", "keepsake", "confirmation", "card", "cancel"];
  expect(offered({ kind: "board" })).toEqual(pages);
});

it("offers nothing about an address where there is none", () => {
  const board = { kind: "board", mayAsk: false, mayChange: false } as const;
  const own = ["rehearsal", "invite", "pieces", "wall", "seal"];
  expect(offered(board)).toEqual([...own, "calendar", "keepsake", "card", "cancel"]);
});
