/**
 * Chromium and Firefox never request a module again that they once failed to load, as while the server restarts. Their
 * error names the URL, which is another module with a query. Safari requests it again.
 */
export function importAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load().catch((error: unknown) => {
    const [url] = /https?:\S+\.js/.exec(String(error)) ?? [];
    return url ? import(/* @vite-ignore */ `${url}?${Date.now()}`) : load();
  });
}
