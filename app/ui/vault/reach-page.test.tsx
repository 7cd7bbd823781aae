import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReachPage } from "./reach-page";

it("thanks for an address, and says who can stop it", () => {
  const thanks = (stoppedBy: string | null) => renderToStaticMarkup(<ReachPage person={null} stoppedBy={stoppedBy} />);
  expect(thanks("Ada")).toContain(
    "<p>We’ve let Ada know. They have three days to stop it; after that, we’ll write to this address.",
  );
  expect(thanks(null)).toContain("<p>We’ll wait three days and then write to this address.");
  expect(thanks(null)).not.toContain("stop it");
});

it("asks for the person it’s for where no name is known", () => {
  const asked = { senderName: "Ada", isSenderGone: false, proposal: null };
  const unnamed = renderToStaticMarkup(<ReachPage {...asked} person="the person it’s for" isNamed={false} />);
  expect(unnamed).toContain("How can we reach the person it’s for?");
  expect(unnamed).toContain("Ada kept something for a person whose name we don’t know, and named you");
  const named = renderToStaticMarkup(<ReachPage {...asked} person="Mia" isNamed />);
  expect(named).toContain("Ada kept something for Mia, and named you");
});
