import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PlanPage, type PlanPageProps } from "./plan-page";

const render = (change: Partial<PlanPageProps> = {}) =>
  renderToStaticMarkup(
    <PlanPage planId="starter" used={3} delivered={1} limit={5} drafts={[]} hasMoreDrafts={false} {...change} />,
  );
const draft = { id: "d1", title: "For Leo" };
const larger = (html: string) => [...html.matchAll(/(\d+) more</g)].map(([, more]) => Number(more));

describe("the page of the plans", () => {
  it("says how much more room each larger plan has", () => {
    expect(larger(render())).toEqual([5, 20, 45]);
    expect(larger(render({ planId: "ultimate", limit: 50 }))).toEqual([]);
    expect(larger(render({ planId: "free", limit: 0 }))).toEqual([5, 10, 25, 50]);
    expect(render({ planId: "ultimate", limit: 50 })).toContain("None is larger than yours.");
  });

  it("warns from 80% of the slots on", () => {
    expect(render({ used: 3 })).not.toContain("notice-warning");
    expect(render({ used: 4 })).toContain("1 place is left.");
    expect(render({ used: 5 })).toContain("Vault Limit Reached");
    // A refund leaves scheduled vaults as they are.
    expect(render({ used: 7 })).toContain("Vault Limit Reached");
  });

  it("says how a slot can become free", () => {
    expect(render({ used: 5, delivered: 4 })).toContain("frees its place at once");
    expect(render({ used: 5, delivered: 5 })).toContain("only a larger plan makes room");
    expect(render({ used: 4 })).not.toContain("make room");
  });

  it("offers to finish a draft only while a slot is free", () => {
    expect(render({ drafts: [draft] })).toContain("/memories/d1/finish");
    const full = render({ used: 5, drafts: [draft] });
    expect(full).not.toContain("/memories/d1/finish");
    expect(full).toContain("/create?edit=true&amp;id=d1");
  });
});
