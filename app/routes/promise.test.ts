import { expect, it, vi } from "vitest";
import { createLetter } from "../../tests/factories/letter";
import { createUser } from "../../tests/factories/user";

it("shows the figures to everyone, with how they are computed, and the same to programs", async () => {
  await createLetter((await createUser()).user, { deliveryDate: "2099-12-31" });
  // Figures are cached for a minute.
  vi.resetModules();
  const page = await import("./promise");
  const data = await import("./promise[.]json");
  const shown = await (await page.loader()).json();
  expect(shown.figures).toContainEqual(expect.objectContaining({ id: "furthestDay", value: "December 31, 2099" }));
  const response = await data.loader();
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { figures, explained, pledge } = await response.json();
  expect(figures).toMatchObject({ waiting: 1, furthestDay: "2099-12-31", early: 0, lastRestoreDrill: null });
  expect(explained).toEqual(shown.figures);
  expect(pledge.length).toBeGreaterThan(2);
});
