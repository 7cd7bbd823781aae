/** A path or `token` that ends with an id, code or signature, followed by characters that these never contain. */
const OVERLONG = /^(\/(?!\/)[^?]*[\w-]{16}|\/[^?]*\?(?:[^?]*&)?token=[\w-]{16,})(?:%[\da-f]{2}|[^\w/%?&-])+$/i;

/**
 * The path of a link that was copied or marked as a link with what follows it: `…>`, `…).`, a closing quote. Undefined
 * if nothing follows.
 */
export function withoutTail(path: string): string | undefined {
  return OVERLONG.exec(path)?.[1];
}
