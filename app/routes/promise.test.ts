import { expect, it } from "vitest";
import { createLetter } from "../../tests/factories/letter";
import { createUser } from "../../tests/factories/user";
import * as page from "./promise";
import * as data from "./promise[.]json";

it("shows the figures to anybody, with how they are computed, and the same to programs", async () => {
  await createLetter((await createUser()).user, { deliveryDate: "2099-12-31" });
  const shown = await (await page.loader()).json();
  expect(shown.figures).toContainEqual(expect.objectContaining({ id: "furthestDay", value: "December 31, 2099" }));
  const response = await data.loader();
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { figures, explained, pledge } = await response.json();
  expect(figures).toMatchObject({ waiting: 1, furthestDay: "2099-12-31", early: 0, lastRestoreDrill: null });
  expect(explained).toEqual(shown.figures);
  expect(pledge.length).toBeGreaterThan(2);
});
