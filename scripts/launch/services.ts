import type { Databases } from "./databases.ts";
import type { House } from "./house.ts";
import { keepRunning } from "./keep-running.ts";
import type { OwnedProcess } from "./owned-processes.ts";
import { Refusal } from "./refusal.ts";

/** A process that is to run until everything stops. */
export interface Service {
  start: () => OwnedProcess | Promise<OwnedProcess>;
  process: OwnedProcess;
  /** The end of what it wrote, for when it cannot be kept running. */
  tail?: () => string;
}

/**
 * Keeps web, worker and our databases running until we are stopped.
 * @throws Refusal when one of them dies again and again.
 */
export async function keepServicesRunning(
  { owned, progress }: House,
  services: Service[],
  databases: Databases,
): Promise<never> {
  const { isStopping } = owned;
  const all: Service[] = [...services, ...databases.servers];
  return Promise.race(
    all.map(async (service) => {
      const name = await keepRunning({ ...service, isStopping, say: progress.say });
      const tail = service.tail?.();
      throw new Refusal(
        `${name} ended three times in a row, so everything is stopped.${tail ? ` Its last words:\n${tail}` : ""}`,
      );
    }),
  );
}
