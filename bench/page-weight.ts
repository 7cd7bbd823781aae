import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { type Accounts, createAccounts } from "./harness/accounts.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { table } from "./harness/format.ts";
import { startWeb, withInstallation } from "./harness/installation.ts";

const LIMITS = { page: 14_000, script: 90_000 };
const TARGET = { page: 14_600, script: 46_000 };

type Answer = { status: number; bytes: number; text: string };
type Weight = { name: string; html: number; css: number; script: number; fonts: number; requests: number };

/** Row 6: the bytes of a first visit to each route with brotli. */
export async function measurePageWeight(bench: Bench): Promise<Measurement> {
  return withInstallation(bench, {}, async (installation) => {
    const web = await startWeb(installation);
    const pages = pagesOf(await createAccounts(bench, installation));
    const weights: Weight[] = [];
    for (const page of pages) weights.push(await weigh(installation.url, page));
    await web.stop();
    return { cases: weights.length, failures: { heavy: weights.filter(isHeavy).length }, report: describe(weights) };
  });
}

const isHeavy = ({ html, css, script }: Weight) => html + css > LIMITS.page || script > LIMITS.script;

type PageToWeigh = { name: string; path: string; cookie?: string };

function pagesOf({ owner, reader, opening, verification }: Accounts): PageToWeigh[] {
  const { cookie } = owner;
  return [
    { name: "Home", path: "/" },
    { name: "Log in", path: "/auth?mode=login" },
    { name: "Sign up", path: "/auth?mode=signup" },
    { name: "Reset password", path: "/auth?mode=reset" },
    { name: "New password", path: "/auth?mode=new_password&token=x" },
    { name: "Verify address", path: verification, cookie },
    { name: "Timeline", path: "/timeline", cookie },
    { name: "Activity", path: "/activity", cookie },
    { name: "Not found", path: "/nowhere" },
    { name: "Opening link", path: opening },
    { name: "Home, signed in", path: "/?home", cookie },
    { name: "Dashboard, 20 cards", path: "/dashboard", cookie },
    { name: "Dashboard, delivered", path: "/dashboard?tab=delivered", cookie },
    { name: "Create", path: "/create?type=send-to-someone&step=form", cookie },
    { name: "Edit", path: `/create?edit=true&id=${owner.vaultId}`, cookie },
    { name: "Details", path: `/memories/${owner.vaultId}`, cookie },
    { name: "Reading", path: `/memories/${reader.vaultId}`, cookie: reader.cookie },
  ];
}

function describe(weights: Weight[]): string {
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = weights.map((weight) => {
    const { name, html, css, script, fonts, requests } = weight;
    const isOnTarget = html + css <= TARGET.page && script <= TARGET.script;
    const rating = isHeavy(weight) ? "over the limit" : isOnTarget ? "" : "good";
    return [name, ...[html, css, html + css, script, fonts].map(kilo), String(requests), rating];
  });
  const worst = Math.max(...weights.map(({ html, css }) => html + css));
  const worstScript = Math.max(...weights.map(({ script }) => script));
  return [
    "Row 6, page weight: kB sent (brotli), first visit",
    table([["", "HTML", "CSS", "HTML + CSS", "JS", "fonts", "requests", ""], ...rows]),
    `  worst: HTML + CSS ${kilo(worst)} kB (good 14, target 14.6), JS ${kilo(worstScript)} kB (good 90, target 46); stock Remix ships 86 kB of JS`,
  ].join("\n");
}

async function weigh(url: string, { name, path, cookie }: PageToWeigh): Promise<Weight> {
  const page = await fetchCompressed(url + path, cookie);
  if (page.status >= 300 && page.status !== 404) throw new Error(`${name} (${path}) answered ${page.status}`);
  const links = [...page.text.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag);
  const hrefs = (which: RegExp) =>
    links.filter((tag) => which.test(tag)).flatMap((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? []);
  const styles = hrefs(/rel="stylesheet"/);
  const fonts = hrefs(/as="font"/);
  const sizes = async (paths: Iterable<string>) => {
    const answers = await Promise.all([...paths].map((one) => fetchCompressed(url + one)));
    return answers.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  const scripts = await scriptsOf(url, page.text);
  return {
    name,
    html: page.bytes,
    css: await sizes(styles),
    script: await sizes(scripts),
    fonts: await sizes(fonts),
    requests: 1 + styles.length + scripts.size + fonts.length,
  };
}

/** All scripts that the page names, preloads or imports, and their imports. */
async function scriptsOf(url: string, html: string): Promise<Set<string>> {
  const inline = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? "").join("\n");
  const named = [
    ...[...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, href]) => href),
    ...[...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source),
    ...importsIn(inline),
  ];
  const found = new Set<string>();
  const queue = named.filter((one) => one !== undefined).map((one) => new URL(one, url).pathname);
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { status, text } = await fetchCompressed(url + path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    for (const one of importsIn(text)) queue.push(new URL(one, url + path).pathname);
  }
  return found;
}

/** Dynamic imports are not part of the first visit. */
function importsIn(code: string): string[] {
  return [...code.matchAll(/\b(?:import|from)\s*["']([./][^"']+\.js)["']/g)].map(([, path]) => path ?? "");
}

function fetchCompressed(url: string, cookie?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "br", accept: "text/html", ...(cookie && { cookie }) };
    get(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const plain = response.headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
      resolve({ status: response.statusCode ?? 0, bytes: body.length, text: plain.toString() });
    }).on("error", reject);
  });
}
