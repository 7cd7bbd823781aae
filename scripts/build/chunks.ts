import type { GetManualChunk, ManualChunkMeta } from "rollup";

const SHARED_BY = 4;
/** The pages with the most script load nothing that only other pages share. */
const HEAVIEST = { form: "create", vault: "memories.$id", invite: "memories.$id_.invite", home: "dashboard" };
const { form, ...OTHERS } = HEAVIEST;
/** What fewer pages share with the form of a vault is in a file with the form's own. */
const SHARED_BY_MANY = 8;
const PAGE = /\/app\/(?:routes\/)?([^?/]+)\.tsx\?__remix-build-client-route$/;
/** Pages for developers, which do not count as users of a module. */
const FOR_DEVELOPERS = /^dev\./;
/** Pages that do not hydrate fetch no script (app/ui/shell/hydration.ts). */
export const WITHOUT_SCRIPT = /\bhydrate:\s*false\b/;

/**
 * Small files compress badly, so pages share four (libraries, which seldom change; the frame; the form of a vault; the
 * rest), and each has one of its own.
 */
export function chooseChunks(): GetManualChunk {
  let pagesOf: Map<string, Set<string>> | undefined;
  return (id, graph) => {
    pagesOf ??= countPages(graph);
    const pages = pagesOf.get(id);
    if (!pages) return undefined;
    if (id.includes("/node_modules/")) return pages.size < SHARED_BY ? [...pages].sort().join("-") : "libraries";
    if (pages.has("root")) return "frame";
    if (pages.size === 1 || (pages.size < SHARED_BY && pages.has(HEAVIEST.invite))) return [...pages].sort().join("-");
    const isOfForm = pages.has(form);
    if (isOfForm && Object.values(OTHERS).some((page) => pages.has(page))) return "frame";
    if (isOfForm) return pages.size < SHARED_BY_MANY ? "writing" : "frame";
    return pages.size < SHARED_BY ? [...pages].sort().join("-") : "shared";
  };
}

function countPages({ getModuleIds, getModuleInfo }: ManualChunkMeta): Map<string, Set<string>> {
  const pagesOf = new Map<string, Set<string>>();
  for (const id of getModuleIds()) {
    const page = PAGE.exec(id)?.[1];
    if (!page || FOR_DEVELOPERS.test(page) || WITHOUT_SCRIPT.test(getModuleInfo(id.replace(/\?.*/, ""))?.code ?? ""))
      continue;
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
