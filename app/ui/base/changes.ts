import { useRef } from "react";

/**
 * How often a value has changed. As a `key` it renders an alert anew, so that screen readers announce the same one
 * again.
 */
export function useChanges(value: unknown): number {
  const last = useRef({ value, changes: 0 });
  if (last.current.value !== value) last.current = { value, changes: last.current.changes + 1 };
  return last.current.changes;
}
