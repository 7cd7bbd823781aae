import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { trimRouteManifest } from "../scripts/build/route-manifest";

function folderWith(text: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), "route-manifest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const file = join(folder, "assets", "manifest-1a2b.js");
  writeFileSync(file, text);
  return { folder, file };
}

const [libraries, frame] = ["/assets/libraries-1a2b3c4d.js", "/assets/frame-5e6f7a8b.js"];

function route(id: string, module: string, changes = {}) {
  return {
    id,
    parentId: "root",
    path: id,
    hasAction: false,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
    module: `/assets/${module}.js`,
    imports: [libraries, frame],
    css: [],
    ...changes,
  };
}

/** What the browser makes of the file. */
function readIn(file: string): unknown {
  const window: { __remixManifest?: unknown } = {};
  runInNewContext(readFileSync(file, "utf8"), { window });
  return JSON.parse(JSON.stringify(window.__remixManifest));
}

it("leaves out the routes that React does not show, and nothing else", async () => {
  const { parentId: _, ...root } = route("root", "root-12345678", { path: "", imports: [libraries] });
  const kept = [
    root,
    route("routes/sign-up", "sign-up-a_b-c_d-", { path: "sign-up", hasAction: true }),
    route("routes/memories.$id_.guests.$guest", "memories._id_.guests._guest-1-2-3-4-", {
      path: "memories/:id/guests/:guest",
      hasErrorBoundary: true,
      imports: [],
    }),
    route("routes/_index", "other-87654321", { path: undefined, index: true, css: ["/assets/index.css"] }),
  ];
  const left = ["routes/webhooks.mailgun", "routes/[.]well-known.amberkeep[.]json", "routes/join.$code_.qr[.]svg"];
  const plain = ["routes/terms"];
  const others = [...left, ...plain].map((id) => route(id, "left-12345678"));
  const listed = (routes: { id: string }[]) => Object.fromEntries(routes.map((one) => [one.id, one]));
  const rest = { entry: { module: "/assets/entry.js", imports: [frame], css: [] }, version: "1" };
  const { folder, file } = folderWith(
    `window.__remixManifest=${JSON.stringify({ ...rest, routes: listed([...kept, ...others]) })};`,
  );
  await trimRouteManifest(folder, (id) => !plain.includes(id));
  expect(readIn(file)).toEqual({ ...rest, routes: JSON.parse(JSON.stringify(listed(kept))) });
});

it("refuses a list that it cannot read", async () => {
  const { folder } = folderWith("export default {}");
  await expect(trimRouteManifest(folder, () => true)).rejects.toThrow("does not begin with");
});
