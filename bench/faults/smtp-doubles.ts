import type { Arrival } from "../harness/mail-provider.ts";
import type { Outage } from "./supervised-process.ts";

/** How long a living worker needs to record an acceptance, on a busy machine and with a database. */
const RECORD_MS = 2_000;
/** How long what a killed worker wrote may wait in the server's socket. A restarted worker takes longer to send. */
const IN_FLIGHT_MS = 500;

/**
 * An SMTP server cannot be asked what it accepted. So a mail may leave twice, if the worker that handed over the first
 * was killed before it could record that: while the server had not answered, while the worker was stopped, or while the
 * database was down.
 */
export function isExcused({ overSmtp, takenAt }: Arrival, outages: Outage[]): boolean {
  if (!overSmtp) return false;
  const { login, handedOverAt } = overSmtp;
  const own = outages.filter(({ name }) => name === login);
  const delays = [...own.filter(({ kind }) => kind === "suspend"), ...outages.filter(({ name }) => isDatabase(name))];
  let recordedBy = takenAt + RECORD_MS;
  for (const { from, to } of delays.toSorted((a, b) => a.from - b.from)) {
    if (from <= recordedBy && to >= handedOverAt) recordedBy = Math.max(recordedBy, to + RECORD_MS);
  }
  return own.some(({ kind, from }) => kind === "kill" && from >= handedOverAt - IN_FLIGHT_MS && from <= recordedBy);
}

const isDatabase = (name: string) => name === "MySQL" || name.startsWith("node");
