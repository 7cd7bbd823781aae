import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONTACT_STATES,
  LEGACY_REQUEST_KINDS,
  LEGACY_REQUEST_STATES,
  type LegacyRequest,
} from "~/domain/legacy/legacy";
import type { SharedBy } from "~/domain/share/shares.server";
import { VAULT_STATES, type VaultState } from "~/domain/vault/vault";
import { canSeeConversation, canView, type View, type ViewableVault, type Viewer } from "./can-view";

const NOW = new Date("2031-06-14T09:00:00Z");
const DUE = NOW;
const OPEN: VaultState[] = ["delivering", "delivered", "held"];

const OWNER = { id: "owner", email: "ada@example.org", isEmailVerified: true };
const SHARE: SharedBy = { shareId: "link", vaultId: "vault", endsAt: null, revokedAt: null };
const VIEWERS = {
  visitor: {},
  owner: { user: OWNER },
  "owner not verified": { user: { ...OWNER, isEmailVerified: false } },
  recipient: { user: { id: "mia", email: "mia@example.net", isEmailVerified: true } },
  "recipient not verified": { user: { id: "mia", email: "mia@example.net", isEmailVerified: false } },
  "recipient in other letters": { user: { id: "mia2", email: "Mia@example.net", isEmailVerified: true } },
  stranger: { user: { id: "tom", email: "tom@example.net", isEmailVerified: true } },
  reader: { openedDeliveryIds: ["to-mia"] },
  "reader of several": { openedDeliveryIds: ["elsewhere", "to-mia"], claimedDeliveryIds: ["elsewhere"] },
  "reader of another vault": { openedDeliveryIds: ["elsewhere"] },
  "holder of a card": { claimedDeliveryIds: ["to-mia"] },
  "holder of a card, reader of others": {
    openedDeliveryIds: ["elsewhere"],
    claimedDeliveryIds: ["elsewhere", "to-mia"],
    openedContactIds: ["eva-of-tom"],
  },
  "holder of another card": { claimedDeliveryIds: ["elsewhere"] },
  contact: { user: { id: "eva", email: "eva@example.org", isEmailVerified: true } },
  "contact not verified": { user: { id: "eva", email: "eva@example.org", isEmailVerified: false } },
  "contact with a code": { openedContactIds: ["eva-of-ada"] },
  "another user's contact, with a code": { openedContactIds: ["eva-of-tom"] },
  "stranger who opened it with a code": {
    user: { id: "tom", email: "tom@example.net", isEmailVerified: true },
    openedDeliveryIds: ["to-mia"],
  },
  "link without end": { share: SHARE },
  "link that ends later": { share: { ...SHARE, endsAt: new Date(NOW.getTime() + 1) } },
  "link that ends now": { share: { ...SHARE, endsAt: NOW } },
  "link that was revoked": { share: { ...SHARE, revokedAt: new Date("2031-06-14T08:59:59Z") } },
  "link to another vault": { share: { ...SHARE, vaultId: "elsewhere" } },
  "stranger with a link": { user: { id: "tom", email: "tom@example.net", isEmailVerified: true }, share: SHARE },
  "recipient with a link": { user: { id: "mia", email: "mia@example.net", isEmailVerified: true }, share: SHARE },
  "owner with a link that was revoked": { user: OWNER, share: { ...SHARE, revokedAt: NOW } },
} satisfies Record<string, Viewer>;
type ViewerName = keyof typeof VIEWERS;

/** o/x: the owner, with/without content; r: the recipient; h: the holder of a card; c: a legacy contact; s: by a link; -: not found. */
type Cell = "o" | "x" | "r" | "h" | "c" | "s" | "-";

/** A request whose thirty days have just ended. */
const WAIT: LegacyRequest = {
  id: "wait",
  contactId: "eva-of-ada",
  contactName: "Eva Sommer",
  contactEmail: "eva@example.org",
  contactState: "accepted",
  linkVersion: 0,
  permissions: { updateEmail: false, viewContent: true, receiveDuplicate: false },
  kind: "view",
  state: "open",
  opensAt: NOW,
};

//                            draft scheduled sealed delivering delivered held cancelled
const UNSEALED: Record<ViewerName, string> = {
  visitor: "                             -    -    -    -    -    -    -",
  owner: "                               o    o    o    o    o    o    o",
  "owner not verified": "                o    o    o    o    o    o    o",
  recipient: "                           -    -    -    r    r    r    -",
  "recipient not verified": "            -    -    -    -    -    -    -",
  "recipient in other letters": "        -    -    -    -    -    -    -",
  stranger: "                            -    -    -    -    -    -    -",
  reader: "                              -    -    -    r    r    r    -",
  "reader of several": "                 -    -    -    r    r    r    -",
  "reader of another vault": "           -    -    -    -    -    -    -",
  "holder of a card": "                  -    -    -    h    h    h    -",
  "holder of a card, reader of others": "-    -    -    h    h    h    -",
  "holder of another card": "            -    -    -    -    -    -    -",
  contact: "                             -    -    -    c    -    c    -",
  "contact not verified": "              -    -    -    -    -    -    -",
  "contact with a code": "               -    -    -    c    -    c    -",
  "another user's contact, with a code": " - -    -    -    -    -    -",
  "stranger who opened it with a code": "-    -    -    r    r    r    -",
  "link without end": "                  -    -    -    -    s    -    -",
  "link that ends later": "              -    -    -    -    s    -    -",
  "link that ends now": "                -    -    -    -    -    -    -",
  "link that was revoked": "             -    -    -    -    -    -    -",
  "link to another vault": "             -    -    -    -    -    -    -",
  "stranger with a link": "              -    -    -    -    s    -    -",
  "recipient with a link": "             -    -    -    r    r    r    -",
  "owner with a link that was revoked": "o    o    o    o    o    o    o",
};
const SEALED: Record<ViewerName, string> = {
  ...UNSEALED,
  owner: "                               x    x    x    x    o    x    x",
  "owner not verified": "                x    x    x    x    o    x    x",
  "owner with a link that was revoked": "x    x    x    x    o    x    x",
};

const EXPECTED = {
  o: { as: "owner", seesContent: true },
  x: { as: "owner", seesContent: false },
  r: { as: "recipient", deliveryId: "to-mia" },
  h: { as: "card_holder", deliveryId: "to-mia" },
  c: { as: "legacy_contact", legacyRequestId: "wait", contactId: "eva-of-ada", linkVersion: 0 },
  s: { as: "share", shareId: "link" },
  "-": undefined,
} satisfies Record<Cell, unknown>;

function cellsOf(table: Record<ViewerName, string>, sealedAt: Date | null) {
  return Object.entries(table).flatMap(([viewer, row]) =>
    row
      .trim()
      .split(/\s+/)
      .map((cell, column) => ({
        viewer: viewer as ViewerName,
        state: VAULT_STATES[column] ?? "draft",
        sealedAt,
        cell: cell as Cell,
      })),
  );
}

const vaultIn = (state: VaultState, others: Partial<ViewableVault> = {}): ViewableVault => ({
  id: "vault",
  userId: "owner",
  state,
  sealedAt: null,
  deliveryAt: DUE,
  deliveredTo: [{ deliveryId: "to-mia", email: "mia@example.net" }],
  isUndelivered: state === "delivering" || state === "held",
  legacyRequests: [WAIT],
  ...others,
});

describe("who may see a vault", () => {
  it.each([...cellsOf(UNSEALED, null), ...cellsOf(SEALED, new Date("2030-01-01"))])(
    "$viewer, $state, sealed at $sealedAt: $cell",
    ({ viewer, state, sealedAt, cell }) => {
      expect(canView(vaultIn(state, { sealedAt }), VIEWERS[viewer], NOW)).toEqual(EXPECTED[cell]);
    },
  );

  it.each(VAULT_STATES)("only its owner sees a vault before its instant, even one that says it is %s", (state) => {
    for (const deliveryAt of [new Date(DUE.getTime() + 1), null]) {
      const vault = vaultIn(state, { deliveryAt });
      for (const [name, viewer] of Object.entries(VIEWERS)) {
        expect(canView(vault, viewer, NOW)?.as, name).toBe(name.startsWith("owner") ? "owner" : undefined);
      }
    }
  });

  it.each(OPEN)("hides a vault that is %s to others from a recipient", (state) => {
    const vault = vaultIn(state, { deliveredTo: [{ deliveryId: "to-eva", email: "eva@example.net" }] });
    expect(canView(vault, VIEWERS.recipient, NOW)).toBeUndefined();
    expect(canView(vault, VIEWERS.reader, NOW)).toBeUndefined();
  });
});

describe("a legacy contact", () => {
  const sees = (wait: Partial<LegacyRequest>, others: Partial<ViewableVault> = {}) =>
    canView(vaultIn("held", { legacyRequests: [{ ...WAIT, ...wait }], ...others }), VIEWERS["contact with a code"], NOW)
      ?.as === "legacy_contact";
  const duplicate = { kind: "duplicate", permissions: { ...WAIT.permissions, receiveDuplicate: true } } as const;

  it("sees nothing before the thirty days are over, to the millisecond", () => {
    expect(sees({})).toBe(true);
    expect(sees({ opensAt: new Date(NOW.getTime() + 1) })).toBe(false);
  });

  it.each(LEGACY_REQUEST_STATES)("sees what the table says while the request is %s", (state) => {
    expect(sees({ state })).toBe(state === "open");
    expect(sees({ ...duplicate, state })).toBe(state === "open");
  });

  it.each(CONTACT_STATES)("sees the vault only once they have accepted: %s", (contactState) => {
    expect(sees({ contactState })).toBe(contactState === "accepted");
    expect(sees({ ...duplicate, state: "open", contactState })).toBe(contactState === "accepted");
  });

  it("needs the permission of the request's kind", () => {
    fc.assert(
      fc.property(
        fc.record({ updateEmail: fc.boolean(), viewContent: fc.boolean(), receiveDuplicate: fc.boolean() }),
        fc.constantFrom(...LEGACY_REQUEST_KINDS),
        (permissions, kind) => {
          const isAllowed = kind === "view" ? permissions.viewContent : permissions.receiveDuplicate;
          expect(sees({ kind, permissions, state: "open" })).toBe(isAllowed);
        },
      ),
    );
  });

  it("sees nothing once a recipient has the vault, except their own copy", () => {
    expect(sees({ state: "open" }, { isUndelivered: false })).toBe(false);
    expect(sees({ ...duplicate, state: "open" }, { isUndelivered: false })).toBe(true);
  });
});

describe("who may read a conversation", () => {
  it.each<[View, boolean, boolean, boolean]>([
    [{ as: "owner", seesContent: true }, true, true, true],
    [{ as: "owner", seesContent: false }, false, true, true],
    [{ as: "recipient", deliveryId: "to-mia" }, true, true, false],
    [{ as: "recipient", deliveryId: "to-mia" }, false, false, false],
    [{ as: "card_holder", deliveryId: "to-mia" }, true, false, false],
    [{ as: "share", shareId: "link" }, true, false, false],
    [{ as: "legacy_contact", legacyRequestId: "wait", contactId: "eva", linkVersion: 0 }, true, false, false],
  ])("%j, content seen: %s: Mia's %s, Eva's %s", (view, seesContent, ofMia, ofEva) => {
    expect(canSeeConversation({ view, seesContent }, "to-mia")).toBe(ofMia);
    expect(canSeeConversation({ view, seesContent }, "to-eva")).toBe(ofEva);
  });
});
