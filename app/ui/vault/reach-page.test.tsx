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
