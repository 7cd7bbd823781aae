import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { trimRouteManifest } from "../scripts/build/route-manifest";

function folderWith(text: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), "route-manifest-"));
  mkdirSync(join(folder, "assets"));
  const file = join(folder, "assets", "manifest-1a2b.js");
  writeFileSync(file, text);
  return { folder, file };
}

it("leaves out the routes that React does not show, and nothing else", async () => {
  const kept = ["root", "routes/sign-up", "routes/memories.$id", "routes/create_.hand-over"];
  const left = ["routes/webhooks.mailgun", "routes/[.]well-known.amberkeep[.]json", "routes/join.$code_.qr[.]svg"];
  const plain = ["routes/terms"];
  const routes = Object.fromEntries([...kept, ...left, ...plain].map((id) => [id, { id }]));
  const { folder, file } = folderWith(`window.__remixManifest=${JSON.stringify({ routes, version: "1" })};`);
  await trimRouteManifest(folder, (id) => !plain.includes(id));
  const written = JSON.parse(readFileSync(file, "utf8").replace("window.__remixManifest=", "").replace(/;$/, ""));
  expect(written).toEqual({ routes: Object.fromEntries(kept.map((id) => [id, { id }])), version: "1" });
});

it("refuses a list that it cannot read", async () => {
  const { folder } = folderWith("export default {}");
  await expect(trimRouteManifest(folder, () => true)).rejects.toThrow("does not begin with");
});
