import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { VaultCardData } from "../vault/vault-card";
import { type DashboardData, DashboardPage } from "./dashboard-page";

const card = (id: string, change: Partial<VaultCardData> = {}): VaultCardData => ({
  id,
  href: `/memories/${id}`,
  title: `Vault ${id}`,
  kind: "letter",
  state: "scheduled",
  addressLine: "To Mia",
  deliveryDate: "2044-06-14",
  badge: "211 months",
  ...change,
});

const data: DashboardData = {
  list: "pending",
  pending: 1,
  delivered: 0,
  today: "Friday, November 20, 2026",
  asOf: "10:42",
  greeting: "Good morning, Anna.",
  quote: "Put the joke in, too.",
  thought: { quote: "Ink dries in a minute.", suggestion: "Describe someone’s hands." },
  failedMail: null,
  unverified: null,
  held: [],
  concerns: [],
  hasMoreToDo: false,
  slots: null,
  comingUp: [],
  moment: null,
  recent: [],
  news: [],
  received: [],
  hasMoreReceived: false,
  drafts: [],
  hasMoreDrafts: false,
  cards: [card("v1")],
  hasLegacyContact: true,
  next: null,
};

const render = (change: Partial<DashboardData> = {}) =>
  renderToStaticMarkup(<DashboardPage {...data} {...change} />).replaceAll(/<!-- -->/g, "");

describe("the dashboard", () => {
  it("shows a greeting, the day, a quote and the time", () => {
    const html = render();
    for (const words of [
      "Good morning, Anna.",
      "Friday, November 20, 2026",
      "“Put the joke in, too.”",
      "As of 10:42.",
    ]) {
      expect(html).toContain(words);
    }
  });

  it("says which address is to be verified, and where it is changed", () => {
    const html = render({ unverified: { email: "ana@exmaple.net", pendingEmail: null } });
    expect(html).toContain("Open the link we emailed to <bdi>ana@exmaple.net</bdi> so that");
    expect(html).toContain('href="/settings/profile">Wrong address? Change it</a>');
    expect(html).toContain('action="/verify-address/resend"');
  });

  it("says that a link is waiting at the new address, and what to do without it", () => {
    const html = render({ unverified: { email: "ana@exmaple.net", pendingEmail: "ana@example.net" } });
    expect(html).toContain("Open the link that’s waiting at <bdi>ana@example.net</bdi> so that");
    expect(html).toContain("If it doesn’t arrive");
    expect(html).toContain('href="/settings/email?to=ana%40example.net"');
    expect(html).not.toContain("/verify-address/resend");
  });

  it.each([
    ["some are opened", true],
    ["none is opened", false],
  ])("leads to the rest of what was received, once, when %s", (_, isOpened) => {
    const received = [false, isOpened].map((isOpened, index) => ({
      id: `r${index}`,
      title: "For you",
      senderName: "Leo",
      isOpened,
    }));
    const links = (html: string) => html.match(/href="\/timeline"/g) ?? [];
    expect(links(render({ received }))).toHaveLength(0);
    expect(links(render({ received, hasMoreReceived: true }))).toHaveLength(1);
  });

  it("says that more vaults need a look than it names", () => {
    const held = [{ id: "h1", title: "Lost" }];
    expect(render({ held })).not.toContain("There’s more to look at.");
    expect(render({ held, hasMoreToDo: true })).toContain("There’s more to look at.");
  });

  it("counts the vaults, with one for all drafts", () => {
    expect(render()).toContain("1 memory preserved");
    expect(render({ drafts: [card("d1", { state: "draft", badge: "Draft" })] })).toContain("2 memories preserved");
  });

  it("shows drafts before waiting vaults, and not among delivered ones", () => {
    const drafts = [card("d1", { state: "draft", badge: "Draft" })];
    const pending = render({ drafts });
    expect(pending.indexOf("Vault d1")).toBeLessThan(pending.indexOf("Vault v1"));
    expect(pending).toContain("Draft");
    expect(render({ drafts, list: "delivered" })).not.toContain("Vault d1");
  });

  it("leads to all drafts from the waiting vaults, where it shows a few", () => {
    expect(render({ hasMoreDrafts: true })).toContain('href="/dashboard?tab=drafts"');
    for (const change of [{}, { hasMoreDrafts: true, list: "delivered" }] as const)
      expect(render(change)).not.toContain("/dashboard?tab=drafts");
  });

  it("marks the tab that is shown", () => {
    const current = (html: string) => [...html.matchAll(/<a href="([^"]*)" aria-current="page">/g)].map(([, to]) => to);
    expect(current(render())).toEqual(["/dashboard"]);
    expect(current(render({ list: "delivered" }))).toEqual(["/dashboard?tab=delivered"]);
  });

  it("hides empty sections", () => {
    const html = render();
    for (const title of ["To Do", "For you", "Coming Up", "Memory Moment", "Recent Activity", "Vault Limit Reached"]) {
      expect(html).not.toContain(title);
    }
  });

  it("offers another vault only while a slot is free", () => {
    expect(render()).toContain("Create Another Vault");
    const full = render({ slots: { used: 5, limit: 5, advice: "", canUpgrade: true } });
    expect(full).not.toContain("Create Another Vault");
    expect(full).toContain("Vault Limit Reached");
    expect(full).toContain('href="/settings/plan"');
    const tight = render({ slots: { used: 4, limit: 5, advice: "", canUpgrade: true } });
    expect(tight).toContain("4 of 5 vaults used");
    expect(tight).toContain("Create Another Vault");
    const first = render({ slots: { used: 1, limit: 1, advice: "Cancelling frees its place.", canUpgrade: true } });
    expect(first).toContain("Your free vault is in use.");
    expect(first).not.toContain("Cancelling");
    const refunded = render({ slots: { used: 7, limit: 1, advice: "You have 7 vaults.", canUpgrade: true } });
    expect(refunded).toContain("You’ve used every vault in your plan. You have 7 vaults.");
  });

  it("offers the first vault to users with only a draft", () => {
    const drafts = [card("d1", { state: "draft", badge: "Draft" })];
    const html = render({ pending: 0, cards: [], drafts });
    expect(html).toContain("Your First Vault Is Free");
    expect(html).not.toContain("Create Another Vault");
  });

  it("asks for a legacy contact until there is one", () => {
    expect(render({ hasLegacyContact: false })).toContain("Add Legacy Contact");
  });

  it("shows a memory of a year ago", () => {
    const moment = { id: "m1", title: "Song for Noor", to: "To Noor" };
    expect(render({ moment })).toContain("A year ago you kept");
  });

  it("names who opened what, with a link", () => {
    const news = [
      { kind: "opened" as const, vaultId: "v1", title: "For Mia", name: "Mia", when: "today" },
      { kind: "replied" as const, vaultId: "v2", title: "The boat", name: "Tom", when: "yesterday" },
    ];
    const html = render({ news });
    expect(html).toContain('href="/memories/v1"><span><bdi>Mia</bdi> opened “<bdi>For Mia</bdi>”');
    expect(html).toContain('href="/memories/v2/replies"><span><bdi>Tom</bdi> wrote back about “<bdi>The boat</bdi>”');
    expect(html).toContain("New reply");
  });

  it("says how many pieces guests added to a board, with a link to it", () => {
    const added = { kind: "added" as const, vaultId: "b1", title: "Grandma’s 80th", when: "today" };
    const html = render({ news: [{ ...added, pieces: 3, guestNames: ["Ana", "Ben"] }] });
    expect(html).toContain('href="/memories/b1"><span>3 new pieces on “<bdi>Grandma’s 80th</bdi>” from Ana and Ben');
    expect(render({ news: [{ ...added, pieces: 1, guestNames: ["Ana"] }] })).toContain("1 new piece on");
  });

  it("starts with the envelope for a new account, before its to-dos", () => {
    const html = render({ pending: 0, cards: [], hasLegacyContact: false });
    expect(html.indexOf("Your First Vault Is Free")).toBeLessThan(html.indexOf("To Do"));
  });

  it("shows each vault once, whatever page it came with", () => {
    const html = renderToStaticMarkup(
      <DashboardPage {...data} more={[{ cards: [card("v1"), card("v2")], next: null }]} />,
    );
    expect(html.match(/<article/g)).toHaveLength(2);
  });

  it("continues after the last loaded page", () => {
    expect(render({ next: "7-a" })).toContain("/dashboard?tab=pending&amp;after=7-a");
    const html = renderToStaticMarkup(<DashboardPage {...data} next="7-a" more={[{ cards: [], next: "9-b" }]} />);
    expect(html).toContain("after=9-b");
    expect(html).not.toContain("after=7-a");
  });
});
