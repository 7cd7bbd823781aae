import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False on the server and while the browser hydrates its HTML, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
