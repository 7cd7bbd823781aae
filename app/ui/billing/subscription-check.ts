/** Spec, sections 4 and 7. */
const CACHE_MS = 300_000;
const DEBOUNCE_MS = 300;
const KEY = "amberkeep-subscription";

/** What a page shows of the subscription, or the server reports of it. */
export type Shown = { planId: string; vaultLimit: number };
type Cached = Shown & { at: number; page: string };

type CheckOptions = {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  now: () => number;
  ask: () => Promise<Shown | undefined>;
  /** The subscription differs from the one on the page. */
  onChange: () => void;
};

/**
 * Asks the server at most once in 300 ms, and caches the response for five minutes, or until a page shows another plan,
 * as after a purchase, or `forget` is called before one.
 */
export function createSubscriptionCheck(shown: Shown, { storage, now, ask, onChange }: CheckOptions) {
  const page = `${shown.planId} ${shown.vaultLimit}`;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cached(): Cached | undefined {
    const kept: Cached | null = JSON.parse(storage.getItem(KEY) ?? "null");
    return kept && kept.page === page && now() - kept.at < CACHE_MS ? kept : undefined;
  }

  async function checkNow(): Promise<void> {
    const kept = cached();
    const answer = kept ?? (await ask());
    if (!answer) return;
    const { planId, vaultLimit } = answer;
    if (!kept) storage.setItem(KEY, JSON.stringify({ planId, vaultLimit, page, at: now() } satisfies Cached));
    if (`${planId} ${vaultLimit}` !== page) onChange();
  }

  return {
    check(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void checkNow(), DEBOUNCE_MS);
    },
    forget(): void {
      storage.removeItem(KEY);
    },
  };
}
