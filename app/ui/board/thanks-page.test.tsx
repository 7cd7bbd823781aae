import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ThanksPage } from "./thanks-page";

it("promises no mail to a host who may have no account", () => {
  const page = renderToStaticMarkup(<ThanksPage title="Otto" path="/open/link" people={3} reached={2} formId="form" />);
  expect(page).toContain("One message reaches the 2 whose email we have.");
  expect(page).not.toContain("to the host");
});
