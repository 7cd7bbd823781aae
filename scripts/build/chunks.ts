import type { GetManualChunk, ManualChunkMeta } from "rollup";

/** From how many pages on something lies in the file that every page has; fewer fetch it with their own. */
const SHARED_BY = 4;
/** The page with the most script: what others share without it would only weigh on it. */
const HEAVIEST = "create";
const PAGE = /\/app\/(?:routes\/)?([^?/]+)\.tsx\?__remix-build-client-route$/;
/** Drawn for us alone: what only these show besides one page stays with that page. */
const OURS = /^dev\./;
/** Nobody's browser fetches the script of a page that does not hydrate (app/ui/shell/hydration.ts). */
const WITHOUT_SCRIPT = /\bhydrate:\s*false\b/;

/**
 * Which file of the browser's build a module goes into. Many small files compress badly: three hold what pages share (the
 * libraries, which seldom change, what the frame or the form of a vault needs, and the rest), and each page has one of
 * its own.
 */
export function chooseChunks(): GetManualChunk {
  let pagesOf: Map<string, Set<string>> | undefined;
  return (id, graph) => {
    pagesOf ??= countPages(graph);
    const pages = pagesOf.get(id);
    if (!pages) return undefined;
    if (pages.size < SHARED_BY && !pages.has("root")) return [...pages].sort().join("-");
    if (id.includes("/node_modules/")) return "libraries";
    return pages.has("root") || pages.has(HEAVIEST) ? "frame" : "shared";
  };
}

/** The pages that need each module from the start, of those that fetch any. */
function countPages({ getModuleIds, getModuleInfo }: ManualChunkMeta): Map<string, Set<string>> {
  const pagesOf = new Map<string, Set<string>>();
  for (const id of getModuleIds()) {
    const page = PAGE.exec(id)?.[1];
    if (!page || OURS.test(page) || WITHOUT_SCRIPT.test(getModuleInfo(id.replace(/\?.*/, ""))?.code ?? "")) continue;
    const todo = [id];
    for (let next = todo.pop(); next; next = todo.pop()) {
      const pages = pagesOf.get(next) ?? new Set();
      if (pages.has(page)) continue;
      pagesOf.set(next, pages.add(page));
      todo.push(...(getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return pagesOf;
}
