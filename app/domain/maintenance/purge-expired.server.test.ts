import { addDays } from "date-fns";
import { expect, it } from "vitest";
import { startSession } from "~/domain/account/session.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { linkTokens, memories, sessions } from "~db/schema";
import { createLetter } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { purgeExpired } from "./purge-expired.server";

it("removes what is over, and neither what is not nor anything of a vault", async () => {
  const { user } = await createUser({ verified: false });
  await createLetter(user);
  const now = clock.now();
  await purgeExpired(addDays(now, 9));
  expect(await db.$count(sessions)).toBe(1);
  expect(await db.$count(linkTokens)).toBe(1);
  await purgeExpired(addDays(now, 29));
  await startSession(user.id, addDays(now, 29));
  await purgeExpired(addDays(now, 31));
  expect(await db.$count(sessions)).toBe(1);
  expect(await db.$count(linkTokens)).toBe(0);
  expect(await db.$count(memories)).toBe(1);
});
