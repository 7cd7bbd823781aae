import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WhoCanRead } from "./who-can-read";

it("names the guests and co-hosts of a board only", () => {
  const readersOf = (vault: Parameters<typeof WhoCanRead>[0]) =>
    [...renderToStaticMarkup(<WhoCanRead {...vault} />).matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, label]) => label);
  const others = ["A legacy contact", "Amberkeep"];
  expect(readersOf({})).toEqual(["You", "The recipient", ...others]);
  expect(readersOf({ isForSelf: true })).toEqual(["You", ...others]);
  expect(readersOf({ isBoard: true })).toEqual(["You", "The recipient", "Guests and co-hosts", ...others]);
});
