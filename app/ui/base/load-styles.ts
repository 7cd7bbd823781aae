const loading = new Map<string, Promise<unknown>>();

/** Resolves when the style sheet is loaded, and also when that fails. */
export function loadStyles(href: string): Promise<unknown> {
  const load = () =>
    new Promise((resolve) => {
      const link = { rel: "stylesheet", href, onload: resolve, onerror: resolve };
      document.head.append(Object.assign(document.createElement("link"), link));
    });
  const loaded = loading.get(href) ?? load();
  loading.set(href, loaded);
  return loaded;
}
