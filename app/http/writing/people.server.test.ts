import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { tooManyPeople } from "~/http/rate-limit.server";
import { letterInput } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { scheduleForPeople } from "./people.server";

it("waits for the vault of the same form, whose people have been counted and which is not saved yet", async () => {
  const { user } = await createUser({ verified: false, vaultLimit: 2 });
  const input = letterInput();
  expect(await tooManyPeople(user, 20)).toBeUndefined();
  const [repeated, first] = await Promise.all([
    scheduleForPeople(user, input),
    pause(300).then(() => scheduleVault(user, input)),
  ]);
  expect(first.ok).toBe(true);
  expect(repeated).toEqual(first);
  expect(await scheduleForPeople(user, letterInput())).toMatchObject({ ok: false, reason: "people_limit" });
});
