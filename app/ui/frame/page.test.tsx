import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Chrome } from "./chrome";
import { AnswerPage, ClosedPage, LetterPage, Page } from "./page";

const signedOut: Chrome = { viewer: null, path: "/", zoom: "locked" };
const anna: Chrome = {
  viewer: { name: "Anna Berger", email: "anna@example.org" },
  path: "/dashboard",
  zoom: "allowed",
};

const render = (chrome: Chrome) => renderToStaticMarkup(<Page chrome={chrome}>content</Page>);

describe("every page", () => {
  it("begins with a link to its content", () => {
    expect(render(signedOut)).toMatch(/^<a class="skip-link" href="#main">/);
    expect(render(signedOut)).toContain('<main id="main"');
  });

  it("offers visitors to sign in, and no links that require it", () => {
    const html = render(signedOut);
    expect(html).toContain("Log in");
    expect(html).toContain("Sign up");
    for (const label of ["Dashboard", "Timeline", "Activity", "Create Vault", "Plans", "Log out"]) {
      expect(html).not.toContain(label);
    }
  });

  it("greets users by first name, with settings and a form to log out", () => {
    const html = render(anna);
    expect(html).toContain("Hello, Anna<");
    expect(html).toContain("anna@example.org");
    expect(html).toMatch(/<form method="post" action="\/logout"/);
  });

  it.each([
    ["anna", "A"],
    ["🌸 Rosa", "🌸"],
    ["𠮷田", "𠮷"],
  ])("has the whole first character of the name %j in its menu", (name, initial) => {
    const html = render({ ...anna, viewer: { name, email: "anna@example.org" } });
    expect(html).toContain(`<span class="menu-initial" aria-hidden="true">${initial}</span>`);
  });

  it("offers help beside the content, except over forms of a vault and right after them", () => {
    const offers = (path: string) => render({ ...anna, path }).includes('aria-label="Help"');
    expect(["/dashboard", "/memories/x", "/create?type=future-self", "/dashboard?sent=x"].map(offers)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("marks the current page in the navigation", () => {
    expect(render(anna)).toContain('<a href="/dashboard" aria-current="page">');
  });

  it("announces the toast to screen readers", () => {
    const toast = { title: "Memory Created", description: "Your memory has been scheduled for future delivery." };
    expect(render({ ...anna, toast })).toMatch(/role="status"[^>]*>.*Memory Created/);
    expect(render({ ...anna, toast: { ...toast, kind: "error" } })).toMatch(/role="alert"/);
  });

  it.each([AnswerPage, ClosedPage, LetterPage])("also those of recipients can be allowed to zoom", (Frame) => {
    const html = renderToStaticMarkup(<Frame chrome={{ ...signedOut, path: "/open/x?code=sent" }}>content</Frame>);
    expect(html).toMatch(/<footer.* name="returnTo" value="\/open\/x\?code=sent".* role="switch"/);
  });

  it("has a switch in the footer that posts the other setting", () => {
    expect(render(signedOut)).toMatch(/role="switch" aria-checked="false" name="zoom" value="allowed"/);
    expect(render(anna)).toMatch(/role="switch" aria-checked="true" name="zoom" value="locked"/);
  });
});
