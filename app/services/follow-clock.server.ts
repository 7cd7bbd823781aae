import { follow, machineTime } from "./clock.server";
import { databaseNow, db } from "./db.server";
import { createLoop, type Loop } from "./loop.server";

const EVERY_MS = 10_000;

/** Keeps this process's clock at the database's time, give or take a round trip. */
export function followDatabaseClock(): Loop {
  return createLoop(
    "follow_clock",
    async () => {
      const askedAt = machineTime();
      const databaseTime = await databaseNow(db);
      follow(databaseTime, (askedAt + machineTime()) / 2);
      return undefined;
    },
    EVERY_MS,
  );
}
