import { createRandom } from "../harness/random.ts";

const WEIGHTS = {
  "kill a worker": 30,
  "suspend a worker": 16,
  "kill all workers": 5,
  "suspend all workers": 4,
  "kill a web": 10,
  "suspend a web": 4,
  "kill the clients": 8,
  "kill MySQL": 7,
  "suspend MySQL": 3,
  "make MySQL read-only": 4,
  "lock all tables": 4,
  "fill the disk": 4,
  "hold locks, frozen": 6,
  "kill Postgres": 7,
  "drop the queue": 4,
  "pile up maintenance": 3,
  "cut off a worker": 10,
  "a worker's clock is wrong": 6,
  "a web's clock is wrong": 4,
  "a worker lacks a master key": 4,
  "the provider is slow": 2,
};
export type FaultKind = keyof typeof WEIGHTS;
export const FAULT_KINDS = Object.keys(WEIGHTS) as FaultKind[];
/** A node that is read-only or locked blocks its cluster (Galera flow control); one with a full disk leaves it. */
export const CLUSTER_FAULT_KINDS = FAULT_KINDS.filter(
  (kind) => kind !== "make MySQL read-only" && kind !== "lock all tables" && kind !== "fill the disk",
);

/** `which` picks a process: at least 0 and below 1. */
export type Fault = { at: number; kind: FaultKind; which: number; seconds: number };

export type FaultPlan = {
  kinds: readonly FaultKind[];
  seconds: number;
  /** Between two faults, on average. */
  everySeconds: number;
  maxSuspendSeconds: number;
};

/** `at` is in seconds from the start. Each kind comes once before any comes again by its weight. */
export function planFaults(seed: string, { kinds, seconds, everySeconds, maxSuspendSeconds }: FaultPlan): Fault[] {
  const random = createRandom(`${seed} faults`);
  const weights = Object.fromEntries(kinds.map((kind) => [kind, WEIGHTS[kind]])) as Record<FaultKind, number>;
  const first = new Set(kinds);
  const faults: Fault[] = [];
  for (let at = random.between(1, everySeconds); at < seconds; at += random.between(0.3, 1.7) * everySeconds) {
    const kind = first.size > 0 ? random.pick([...first]) : random.weighted<FaultKind>(weights);
    first.delete(kind);
    const longest = longestOf(kind, { seconds, maxSuspendSeconds });
    faults.push({ at, kind, which: random.next(), seconds: random.between(longest / 20, longest) });
  }
  return faults;
}

/** More would only prolong a long run, as each mail then takes seconds. */
const SLOW_AT_MOST_SECONDS = 45;

/** Less than a worker without a provider's log may be silent before the others count it as dead. */
const CUT_OFF_AT_MOST_SECONDS = 12;

/** In seconds. */
function longestOf(kind: FaultKind, plan: { seconds: number; maxSuspendSeconds: number }): number {
  switch (kind) {
    case "suspend a worker":
    case "suspend all workers":
    case "suspend a web":
    case "hold locks, frozen":
      return plan.maxSuspendSeconds;
    case "cut off a worker":
      return Math.min(plan.maxSuspendSeconds, CUT_OFF_AT_MOST_SECONDS);
    case "a worker's clock is wrong":
    case "a web's clock is wrong":
    case "make MySQL read-only":
    case "lock all tables":
    case "fill the disk":
    case "a worker lacks a master key":
      return plan.maxSuspendSeconds / 2;
    case "the provider is slow":
      return Math.min(plan.seconds / 4, SLOW_AT_MOST_SECONDS);
    default:
      return 2.5;
  }
}
