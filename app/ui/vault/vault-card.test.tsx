import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { VaultCard, type VaultCardData } from "./vault-card";

const vault: VaultCardData = {
  id: "v1",
  href: "/memories/v1",
  title: "On your wedding day",
  kind: "letter",
  state: "scheduled",
  addressLine: "To Mia Berger",
  deliveryDate: "2044-06-14",
  badge: "17 years",
};

const render = (change: Partial<VaultCardData> = {}) =>
  renderToStaticMarkup(<VaultCard vault={{ ...vault, ...change }} />);

describe("a vault's card", () => {
  it("shows title, recipient, badge, kind and day as text", () => {
    const html = render();
    for (const words of ["On your wedding day", "To Mia Berger", "17 years", "Letter", "June 14, 2044"]) {
      expect(html).toContain(words);
    }
  });

  it("is one link to the vault", () => {
    expect(render().match(/<a /g)).toHaveLength(1);
    expect(render()).toContain('href="/memories/v1"');
  });

  it("shows a title exactly", () => {
    expect(render({ title: "<script>alert(1)</script>" })).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("has the seal only when it is sealed", () => {
    expect(render({ state: "sealed" })).toContain('class="seal"');
    expect(render({ state: "scheduled" })).not.toContain('class="seal"');
  });

  it("has an empty stamp as a draft, and no postmark without a day", () => {
    const html = render({ state: "draft", deliveryDate: null });
    expect(html).toContain("stamp-place");
    expect(html).not.toContain("postmark");
  });

  it.each([
    ["sealed", "badge-glow"],
    ["delivered", "badge-good"],
    ["held", "badge-bad"],
    ["scheduled", "badge-plain"],
  ] as const)("marks %s with %s", (state, badge) => {
    expect(render({ state })).toContain(badge);
  });
});
