import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FindPeoplePage } from "./people-pages";

it("keeps the email that was searched for, also if it was refused", () => {
  for (const problem of [null, "Please enter a valid email address"]) {
    const html = renderToStaticMarkup(<FindPeoplePage email="mia@example" found={null} problem={problem} />);
    expect(html).toMatch(/<input[^>]* name="email"[^>]* value="mia@example"/);
  }
});
