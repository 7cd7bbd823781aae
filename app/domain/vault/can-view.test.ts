import { describe, expect, it } from "vitest";
import { canView, type ViewedVault, type Viewer } from "./can-view";
import { VAULT_STATES, type VaultState } from "./vault";

const NOW = new Date("2031-06-14T09:00:00Z");
const DUE = NOW;
const OPEN: VaultState[] = ["delivering", "delivered", "held"];

const OWNER = { id: "owner", email: "ada@example.org", isEmailVerified: true };
const VIEWERS = {
  nobody: {},
  owner: { user: OWNER },
  "owner not verified": { user: { ...OWNER, isEmailVerified: false } },
  recipient: { user: { id: "mia", email: "mia@example.net", isEmailVerified: true } },
  "recipient not verified": { user: { id: "mia", email: "mia@example.net", isEmailVerified: false } },
  "recipient in other letters": { user: { id: "mia2", email: "Mia@example.net", isEmailVerified: true } },
  stranger: { user: { id: "tom", email: "tom@example.net", isEmailVerified: true } },
  reader: { openedDeliveryId: "to-mia" },
  "reader of another vault": { openedDeliveryId: "elsewhere" },
  "stranger who opened it with a code": {
    user: { id: "tom", email: "tom@example.net", isEmailVerified: true },
    openedDeliveryId: "to-mia",
  },
} satisfies Record<string, Viewer>;
type ViewerName = keyof typeof VIEWERS;

/** o: the owner, with content; x: the owner, without; r: the recipient; -: there is no such vault. */
type Cell = "o" | "x" | "r" | "-";

//                            draft scheduled sealed delivering delivered held cancelled
const UNSEALED: Record<ViewerName, string> = {
  nobody: "                              -    -    -    -    -    -    -",
  owner: "                               o    o    o    o    o    o    o",
  "owner not verified": "                o    o    o    o    o    o    o",
  recipient: "                           -    -    -    r    r    r    -",
  "recipient not verified": "            -    -    -    -    -    -    -",
  "recipient in other letters": "        -    -    -    -    -    -    -",
  stranger: "                            -    -    -    -    -    -    -",
  reader: "                              -    -    -    r    r    r    -",
  "reader of another vault": "           -    -    -    -    -    -    -",
  "stranger who opened it with a code": "-    -    -    r    r    r    -",
};
const SEALED: Record<ViewerName, string> = {
  ...UNSEALED,
  owner: "                               x    x    x    x    o    x    x",
  "owner not verified": "                x    x    x    x    o    x    x",
};

const EXPECTED = {
  o: { as: "owner", seesContent: true },
  x: { as: "owner", seesContent: false },
  r: { as: "recipient", deliveryId: "to-mia" },
  "-": undefined,
} satisfies Record<Cell, unknown>;

function cellsOf(table: Record<ViewerName, string>, sealedAt: Date | null) {
  return Object.entries(table).flatMap(([viewer, row]) =>
    row
      .trim()
      .split(/\s+/)
      .map((cell, column) => ({
        viewer: viewer as ViewerName,
        state: VAULT_STATES[column] as VaultState,
        sealedAt,
        cell: cell as Cell,
      })),
  );
}

const vaultIn = (state: VaultState, others: Partial<ViewedVault> = {}): ViewedVault => ({
  userId: "owner",
  state,
  sealedAt: null,
  deliveryAt: DUE,
  deliveredTo: [{ deliveryId: "to-mia", email: "mia@example.net" }],
  ...others,
});

describe("who may see a vault", () => {
  it.each([...cellsOf(UNSEALED, null), ...cellsOf(SEALED, new Date("2030-01-01"))])(
    "$viewer, $state, sealed at $sealedAt: $cell",
    ({ viewer, state, sealedAt, cell }) => {
      expect(canView(vaultIn(state, { sealedAt }), VIEWERS[viewer], NOW)).toEqual(EXPECTED[cell]);
    },
  );

  it.each(VAULT_STATES)(
    "nobody but its owner sees a vault before its instant, even one that says it is %s",
    (state) => {
      for (const deliveryAt of [new Date(DUE.getTime() + 1), null]) {
        const vault = vaultIn(state, { deliveryAt });
        for (const [name, viewer] of Object.entries(VIEWERS)) {
          expect(canView(vault, viewer, NOW)?.as, name).toBe(name.startsWith("owner") ? "owner" : undefined);
        }
      }
    },
  );

  it.each(OPEN)("a recipient sees nothing of a vault that is %s to others", (state) => {
    const vault = vaultIn(state, { deliveredTo: [{ deliveryId: "to-eva", email: "eva@example.net" }] });
    expect(canView(vault, VIEWERS.recipient, NOW)).toBeUndefined();
    expect(canView(vault, VIEWERS.reader, NOW)).toBeUndefined();
  });
});
