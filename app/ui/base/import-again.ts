/**
 * Retries a failed import once. Chromium and Firefox remember the failure of a URL, which their error names, so a query
 * is added to it; Safari requests the same URL again. For modules without imports of their own.
 */
export function importAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load().catch((error: unknown) => {
    const [url] = /https?:\S+\.js/.exec(String(error)) ?? [];
    return url ? import(/* @vite-ignore */ `${url}?${Date.now()}`) : load();
  });
}
