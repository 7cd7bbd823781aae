import type { FormRefusal } from "./form.server";

/** Per person, per IP address (which many may share), and for this process. */
const LIMITS = {
  keepsake: { person: 2, ip: 6, all: 12 },
  copy: { person: 1, ip: 3, all: 4 },
  live: { person: 12, ip: 200, all: 2_000 },
  /** A party behind one IP address. */
  wall: { person: 4, ip: 600, all: 2_000 },
} as const;

const WORDS = { keepsake: "downloads", copy: "copies", live: "pages", wall: "pages" };
const RETRY_AFTER = { "Retry-After": "30" };

type Busy = FormRefusal & { form: string; status: 429 | 503 };
/** `release` may be called twice. */
type Slot = { ok: true; release: () => void } | { ok: false; refusal: Busy };

const running = new Map<string, number>();

/**
 * Counts slow requests while they run. Refuses with 429 when the caller has too many, and with 503 when there are too
 * many in all.
 */
export function acquireSlot(name: keyof typeof LIMITS, { person, ip }: { person: string; ip: string }): Slot {
  const limit = LIMITS[name];
  const counters: [key: string, max: number][] = [
    [`${name} person ${person}`, limit.person],
    [`${name} ip ${ip}`, limit.ip],
    [name, limit.all],
  ];
  const full = counters.find(([key, max]) => (running.get(key) ?? 0) >= max);
  if (full) return { ok: false, refusal: busy(name, full[0] === name) };
  for (const [key] of counters) running.set(key, (running.get(key) ?? 0) + 1);
  let isReleased = false;
  return {
    ok: true,
    release() {
      if (isReleased) return;
      isReleased = true;
      for (const [key] of counters) {
        const left = (running.get(key) ?? 0) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      }
    },
  };
}

function busy(name: keyof typeof LIMITS, isForAll: boolean): Busy {
  const words = WORDS[name];
  return isForAll
    ? { form: `Many ${words} are running right now. Please try again in a minute.`, status: 503, headers: RETRY_AFTER }
    : {
        form: `Your other ${words} are still running. Please try again when they’re done.`,
        status: 429,
        headers: RETRY_AFTER,
      };
}
