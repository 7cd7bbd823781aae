import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { startSession } from "~/domain/account/session.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveryEvents, linkTokens, memories, messages, providerEvents, sessions } from "~db/schema";
import { createDueLetter, createLetter, DUE_AT, reportEvent } from "../../../tests/factories/letter";
import { sendMessage } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { purgeExpired } from "./purge-expired.server";

it("removes only expired rows, and nothing of a vault", async () => {
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

it("removes old messages and reports, and keeps unsent ones and the history", async () => {
  const { user } = await createUser({ vaultLimit: 2 });
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  await reportEvent(delivery.messageId, "arrived");
  const { delivery: unsent } = await createDueLetter(user);
  const isKept = async (messageId: string | null) => (await db.$count(messages, eq(messages.id, messageId ?? ""))) > 0;
  const reports = () => db.$count(providerEvents, eq(providerEvents.messageId, delivery.messageId ?? ""));
  await purgeExpired(addDays(clock.now(), 89));
  expect([await isKept(delivery.messageId), await reports()]).toEqual([true, 1]);
  const history = await db.$count(deliveryEvents, eq(deliveryEvents.vaultId, id));
  await purgeExpired(addDays(DUE_AT, 401));
  expect([await isKept(delivery.messageId), await reports()]).toEqual([false, 0]);
  expect(await isKept(unsent.messageId)).toBe(true);
  expect(await db.$count(deliveryEvents, eq(deliveryEvents.vaultId, id))).toBe(history);
});
