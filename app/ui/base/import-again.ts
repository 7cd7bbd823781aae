/**
 * Chromium never requests a module again that it once failed to load, as while the server restarts. Its error names the
 * URL, which is another module with a query.
 */
export function importAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load().catch((error: unknown) => {
    const [url] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!url) throw error;
    return import(/* @vite-ignore */ `${url}?${Date.now()}`);
  });
}
