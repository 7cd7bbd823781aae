import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FinalCall } from "./final-call";

it("offers to begin without an account only to visitors", () => {
  const words = "You can begin without an account.";
  expect(renderToStaticMarkup(<FinalCall signedIn={false} title="Ready when you are" />)).toContain(words);
  expect(renderToStaticMarkup(<FinalCall signedIn title="Ready when you are" />)).not.toContain(words);
});
