/** Of a list, from 1; a list with fewer pages shows its last. */
export function pageNumberOf(query: URLSearchParams): number {
  return Math.max(1, Number(/^\d{1,4}$/.exec(query.get("page") ?? "")?.[0] ?? 1));
}
