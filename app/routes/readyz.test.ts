import { expect, it, vi } from "vitest";
import * as readyz from "./readyz";

vi.hoisted(() => Object.assign(process.env, { AMBERKEEP_HOME: "/dev/null" }));

it("says that the media folder cannot be written", async () => {
  const answer = await readyz.loader();
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("no file can be stored: the media folder cannot be written (ENOTDIR)");
});
