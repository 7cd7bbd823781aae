import { deepStrictEqual } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runInNewContext } from "node:vm";

const MANIFEST = /^manifest-\w+\.js$/;
const PREFIX = "window.__remixManifest=";
/** Only programs, frames and `src` attributes request these, and no page navigates to them. */
const FOR_MACHINES =
  /^routes\/(webhooks\.|healthz|readyz|robots|sitemap|\[\.\]well-known|uploads|media\.|live$|.*qr\[|.*_\.mail$|.*\$id\.html$|.*passkeys?_\.options$)/;

type Route = { module: string; imports: string[]; [key: string]: unknown };
type Manifest = { routes: Record<string, Route> };
/** Hash in the module's name, flags as bits, places of the imports in the list of files, and what is unusual. */
type Row = [hash: string, flags: number, imports: number[], unusual?: object];

const FLAGS = ["hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasErrorBoundary"];
const HASH_LENGTH = 8;

/** Runs in the browser: fills in what follows from a route's id. */
const EXPAND = `((m,f,b,r)=>{for(let i in r){let[h,n,p,x]=r[i],s=i.slice(7),o={id:i,parentId:i=="root"?void 0:"root",\
path:/_index$/.test(s)?void 0:s.replace(/_?\\./g,"/").replace(/\\$/g,":"),module:"/assets/"+s.replace(/\\$/g,"_")+"-"+h+".js",\
imports:p.map(j=>f[j]),css:[]};b.map((k,j)=>o[k]=!!(n>>j&1));m.routes[i]=Object.assign(o,x)}return m})`;

/**
 * Shortens the browser's list of routes, which every page with React loads, to those that React shows: the browser
 * loads all others as pages of their own (app/ui/shell/enhance.ts). The browser derives what follows from a route's id.
 * @throws Error when Remix writes the list differently, or when the browser would not read the same list
 */
export async function trimRouteManifest(folder: string, hydrates: (routeId: string) => boolean): Promise<void> {
  const names = (await readdir(join(folder, "assets"))).filter((name) => MANIFEST.test(name));
  for (const name of names) {
    const path = join(folder, "assets", name);
    const text = await readFile(path, "utf8");
    if (!text.startsWith(PREFIX)) throw new Error(`${name} does not begin with ${PREFIX}`);
    const manifest: Manifest = JSON.parse(text.slice(PREFIX.length).replace(/;\s*$/, ""));
    const kept = Object.entries(manifest.routes).filter(([id]) => !FOR_MACHINES.test(id) && hydrates(id));
    await writeFile(path, compact({ ...manifest, routes: Object.fromEntries(kept) }));
  }
}

function compact(manifest: Manifest): string {
  const files = [...new Set(Object.values(manifest.routes).flatMap(({ imports }) => imports))];
  const rows = Object.entries(manifest.routes).map(([id, route]) => [id, rowOf(id, route, files)]);
  const code = expanding({ ...manifest, routes: {} }, files, FLAGS, Object.fromEntries(rows));
  deepStrictEqual(evaluate(code), manifest);
  return `${PREFIX}${code};`;
}

function rowOf(id: string, route: Route, files: string[]): Row {
  const hash = route.module.replace(/\.js$/, "").slice(-HASH_LENGTH);
  const flags = FLAGS.reduce((bits, flag, at) => bits | (route[flag] ? 1 << at : 0), 0);
  const row: [string, number, number[]] = [hash, flags, route.imports.map((file) => files.indexOf(file))];
  const usual = evaluate(expanding({ routes: {} }, files, FLAGS, { [id]: row })).routes[id];
  const unusual = Object.entries(route).filter(([key, value]) => !isDeepStrictEqual(value, usual?.[key]));
  return unusual.length > 0 ? [...row, Object.fromEntries(unusual)] : row;
}

const expanding = (...given: unknown[]) => `${EXPAND}(${given.map((part) => JSON.stringify(part))})`;

const evaluate = (code: string): Manifest => JSON.parse(runInNewContext(`JSON.stringify(${code})`));
