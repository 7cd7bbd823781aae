import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PlanPage, type PlanPageProps } from "./plan-page";

const SITUATION: PlanPageProps = {
  planId: "starter",
  used: 3,
  delivered: 1,
  limit: 5,
  drafts: [],
  hasMoreDrafts: false,
  canBuy: true,
  canCancel: true,
  discountCode: "",
  contact: "hello@amberkeep.example",
};
const render = (change: Partial<PlanPageProps> = {}) => renderToStaticMarkup(<PlanPage {...SITUATION} {...change} />);
const draft = { id: "d1", title: "For Leo" };
const buttons = (html: string) =>
  [...html.matchAll(/name="planId" value="(\w+)" class="button button-(\w+)"/g)].map(([, ...found]) => found);
const slots = (html: string) => [...html.matchAll(/data-slot="(\w+)"/g)].map(([, slot]) => slot);

describe("the page of the plans", () => {
  it("sells larger plans only, and the next one first; never the free one", () => {
    expect(buttons(render())).toEqual([
      ["plus", "primary"],
      ["premium", "secondary"],
      ["ultimate", "secondary"],
    ]);
    expect(buttons(render({ planId: "free", limit: 0 })).map(([id]) => id)).not.toContain("free");
    const largest = render({ planId: "ultimate", limit: 50 });
    expect(buttons(largest)).toEqual([]);
    expect(largest).toContain("You have the largest plan.");
  });

  it("says which larger plans make no room after a refund, and puts the first one that does first", () => {
    const notes = (html: string) => html.match(/You have 10 already, so it makes no room\./g) ?? [];
    const refunded = render({ planId: "free", used: 10, limit: 1 });
    expect(notes(refunded)).toHaveLength(2);
    expect(buttons(refunded)).toEqual([
      ["starter", "secondary"],
      ["plus", "secondary"],
      ["premium", "primary"],
      ["ultimate", "secondary"],
    ]);
    expect(notes(render({ planId: "plus", used: 10, limit: 10 }))).toEqual([]);
  });

  it("says that the checkout may add a tax, where there is one", () => {
    const said = "The checkout shows the total, with any tax, before you pay.";
    expect(render()).toContain(said);
    for (const change of [{ canBuy: false }, { planId: "ultimate", limit: 50 }] as const) {
      expect(render(change)).not.toContain(said);
    }
  });

  it("shows all prices with two decimals", () => {
    const prices = [...render().matchAll(/shelf-price">([^<]+)</g)].map(([, price]) => price);
    expect(prices).toEqual(["$0.00", "$2.50", "$5.00", "$7.50", "$10.00"]);
  });

  it("says whom to write to where nothing can be bought", () => {
    const html = render({ canBuy: false });
    expect(buttons(html)).toEqual([]);
    expect(html).toContain('href="mailto:hello@amberkeep.example"');
    expect(html).not.toContain("/settings/plan/gift");
    expect(render()).not.toContain("mailto:");
  });

  it("draws up to ten vaults, and a bar for more", () => {
    expect(slots(render())).toEqual(["delivered", "waiting", "waiting", "free", "free"]);
    expect(slots(render({ used: 7 }))).toHaveLength(7);
    expect(slots(render({ planId: "premium", limit: 25 }))).toEqual([]);
    expect(render({ planId: "premium", limit: 25 })).toContain('<progress value="3" max="25"');
    expect(render()).toContain("2 waiting, 1 delivered");
  });

  it("warns from 80% of the slots on", () => {
    expect(render({ used: 3 })).not.toContain("notice-warning");
    expect(render({ used: 4 })).toContain("1 vault is left.");
    expect(render({ used: 5 })).toContain("Vault Limit Reached");
    // A refund leaves scheduled vaults as they are.
    expect(render({ used: 7 })).toContain("Vault Limit Reached");
  });

  it("says how a slot can become free", () => {
    expect(render({ used: 5, delivered: 4 })).toContain("frees its place at once");
    expect(render({ used: 5, delivered: 4, canCancel: false })).toContain("only a larger plan makes room");
    const largest = render({ used: 50, limit: 50, planId: "ultimate", canCancel: false });
    expect(largest).toContain("keeps its place.");
    expect(largest).not.toContain("larger plan");
    expect(render({ used: 4 })).not.toContain("make room");
  });

  it("promises no place for one vault where more are scheduled than the plan has room for", () => {
    const beyond = render({ used: 7 });
    expect(beyond).not.toContain("frees its place");
    expect(beyond).toContain(
      "You have 7 vaults, and your plan has room for 5. So cancelling one doesn’t make room yet; a plan for more than 7 does.",
    );
    expect(render({ used: 51 })).toContain("So cancelling one doesn’t make room yet.<");
  });

  it("says which plan makes room where none of these can be cancelled", () => {
    const beyond = (used: number) => render({ used, delivered: used, canCancel: false });
    expect(beyond(10)).toContain(
      "You have 10 vaults, and what’s on its way or delivered keeps its place. So only a plan for more than 10 makes room.",
    );
    expect(beyond(50)).toContain("So no plan makes room.");
  });

  it("offers to finish a draft only while a slot is free", () => {
    expect(render({ drafts: [draft] })).toContain("/memories/d1/finish");
    const full = render({ used: 5, drafts: [draft] });
    expect(full).not.toContain("/memories/d1/finish");
    expect(full).toContain("/create?edit=true&amp;id=d1");
  });
});
