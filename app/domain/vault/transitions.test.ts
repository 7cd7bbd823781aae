import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DELIVERY_STATES, type DeliveryState } from "./events";
import { allows, DELIVERY_TRANSITIONS, type Transition, VAULT_TRANSITIONS } from "./transitions";
import { COUNTED_STATES, OPEN_STATES, VAULT_STATES, type VaultState } from "./vault";

const vaultMoves = Object.values(VAULT_TRANSITIONS) as Transition<VaultState>[];
const deliveryMoves = Object.values(DELIVERY_TRANSITIONS) as Transition<DeliveryState>[];
const isOneOf = (states: readonly string[], state: string) => states.includes(state);

function walk<State extends string>(start: State, moves: Transition<State>[]): State[] {
  const states = [start];
  for (const move of moves) {
    const state = states.at(-1) as State;
    if (allows(move, state)) states.push(move.to);
  }
  return states;
}

const walks = <State extends string>(start: State, moves: Transition<State>[]) =>
  fc.array(fc.constantFrom(...moves), { maxLength: 40 }).map((chosen) => walk(start, chosen));

describe("the transitions of a vault", () => {
  it("reach every state from a draft", () => {
    const reached = new Set<VaultState>(["draft"]);
    for (const _ of VAULT_STATES) {
      for (const move of vaultMoves) if (move.from.some((state) => reached.has(state))) reached.add(move.to);
    }
    expect([...reached].toSorted()).toEqual([...VAULT_STATES].toSorted());
  });

  it("keep the promises of the product in any order", () => {
    fc.assert(
      fc.property(walks("draft", vaultMoves), (states) => {
        const first = (wanted: readonly string[]) => states.findIndex((state) => isOneOf(wanted, state));
        const since = (index: number) => (index < 0 ? [] : states.slice(index));
        // Once a recipient may read, they always may, unless the owner cancels what is held for want of an address.
        const closed = since(first(OPEN_STATES)).filter((state) => !isOneOf(OPEN_STATES, state));
        expect(closed.every((state) => state === "cancelled" && states.at(-2) === "held")).toBe(true);
        // A sealed vault never becomes editable again.
        expect(since(first(["sealed"]))).not.toContain("scheduled");
        expect(since(first(["cancelled"])).length).toBeLessThanOrEqual(1);
        // A slot is used until the vault is cancelled.
        const counted = since(first(COUNTED_STATES)).filter((state) => !isOneOf(COUNTED_STATES, state));
        expect(counted.every((state) => state === "cancelled")).toBe(true);
        // Held and delivered follow an attempt; a late opening leads from held to delivered.
        states.forEach((state, index) => {
          if (state === "held") expect(states[index - 1]).toBe("delivering");
          if (state === "delivered") expect(["delivering", "held"]).toContain(states[index - 1]);
        });
      }),
      { numRuns: 5000 },
    );
  });
});

describe("the transitions of a delivery", () => {
  it("reach every state from queued", () => {
    const reached = new Set<DeliveryState>(["queued"]);
    for (const _ of DELIVERY_STATES) {
      for (const move of deliveryMoves) if (move.from.some((state) => reached.has(state))) reached.add(move.to);
    }
    expect([...reached].toSorted()).toEqual([...DELIVERY_STATES].toSorted());
  });

  it("end with the opening, even if a bounce follows", () => {
    fc.assert(
      fc.property(walks("queued", deliveryMoves), (states) => {
        const opened = states.indexOf("opened");
        if (opened >= 0) expect(opened).toBe(states.length - 1);
      }),
    );
  });

  it("lead to the same state when the events of one attempt are reordered or repeated", () => {
    const words = ["handed_over", "arrived", "opened"] as const;
    const told = fc.array(fc.constantFrom(...words), { maxLength: 12 });
    fc.assert(
      fc.property(told, (order) => {
        const states = walk<DeliveryState>(
          "queued",
          order.map((word) => DELIVERY_TRANSITIONS[word]),
        );
        const [handedOver, arrived, opened] = words.map((word) => order.includes(word));
        expect(states.at(-1)).toBe(opened ? "opened" : arrived ? "arrived" : handedOver ? "sent" : "queued");
      }),
    );
  });
});
