/** These bytes of a file are replaced: by `head`, and by zeros from its end to `end`. */
export type Patch = { start: number; end: number; head?: Buffer };

/** Applies `patches`, sorted by their start, to `content`, which begins at byte `at` of the file. */
export function applyPatches(content: Buffer, at: number, patches: Patch[]): Buffer {
  const end = at + content.length;
  const touching = patches.filter((patch) => patch.start < end && patch.end > at);
  if (touching.length === 0) return content;
  const changed = Buffer.from(content);
  for (const { start, end, head = Buffer.alloc(0) } of touching) {
    changed.fill(0, Math.max(0, start - at), Math.min(changed.length, end - at));
    const skipped = Math.max(0, at - start);
    if (skipped < head.length) head.copy(changed, Math.max(0, start - at), skipped);
  }
  return changed;
}
