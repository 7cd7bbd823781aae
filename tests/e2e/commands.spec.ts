import { readFileSync } from "node:fs";
import { createConnection } from "mysql2/promise";
import { runCommand, runMigration } from "./setup/command";
import { expect, test } from "./setup/fixtures";

const TAG = { tag: "@scriptless" };

test("an operator gives an account a plan", TAG, async ({ open }) => {
  const anna = await open({ vaultLimit: 1 });
  expect(await runCommand("set-plan", anna.email, "plus")).toEqual({
    code: 0,
    output: "The account now has the Plus plan: 10 vaults.",
  });
  expect(await runCommand("set-plan", "nobody@example.org", "plus")).toEqual({
    code: 1,
    output: "There is no account with this address.",
  });
});

test("an operator looks at an account before closing it", TAG, async ({ open }) => {
  const anna = await open();
  const has = `${anna.name}: 0 vaults waiting, 0 vaults sent.`;
  expect(await runCommand("close-account", anna.email)).toEqual({
    code: 0,
    output: `${has} Nothing was changed. To delete the account and all that waits, for good: npm run close-account -- ADDRESS --yes`,
  });
  expect((await runCommand("close-account", anna.email, "--yes")).output).toMatch(/ The account is closed: /);
  expect(await runCommand("close-account", anna.email)).toEqual({
    code: 1,
    output: "There is no account with this address.",
  });
});

test("an operator sees which vaults end, and changes nothing", TAG, async () => {
  const { code, output } = await runCommand("retention", "--dry-run", "--until", "2034-12-31");
  expect(output).toMatch(/\d+ vaults? would be deleted by 2034-12-31\. Nothing was changed\.$/);
  expect(code).toBe(0);
});

test("an operator rotates the key that signs certificates, and confirms the time", TAG, async () => {
  expect((await runCommand("rotate-signing-key")).output).toMatch(
    /^Key \S+ is retired\. Certificates are signed with key \S+ from now on\.$/,
  );
  expect((await runCommand("confirm-time")).output).toMatch(
    /^Workers will trust the database's time, \d{4}-\d\d-\d\dT.*Z, within a second\.$/,
  );
});

test("an operator rewraps data keys, of which none has an old one", TAG, async () => {
  expect(await runCommand("rewrap-keys")).toEqual({
    code: 0,
    output: "Wrapped the keys of 0 rows and 0 files with master key 1.",
  });
});

test("a command that cannot do what is asked says why", TAG, async () => {
  for (const [args, sentence] of [
    [
      ["retire-master-key", "1"],
      "This is the newest key, and everything new is encrypted with it. Add another one first.",
    ],
    [["retire-master-key", "7"], "Usage: npm run retire-master-key -- NUMBER"],
    [["close-account"], "Usage: npm run close-account -- ADDRESS"],
    [["fetch-media"], "CLOUDINARY_URL is not set"],
    [["newsletter"], "Usage: npm run newsletter -- FILE "],
    [["newsletter", "missing.txt"], "There is no file missing.txt."],
    [["import", "missing.zip", "--to", "anna@example.org"], "There is no file missing.zip."],
    [["import", "missing.zip"], "Usage: npm run import -- ARCHIVE.zip --to ADDRESS"],
    [["record-restore-drill", "2999-01-01"], "Usage: npm run record-restore-drill -- DATE"],
    [["retention", "--until", "2034-12-31"], "Usage: npm run retention"],
    [["set-plan"], "Usage: npm run set-plan -- ADDRESS PLAN"],
    [["set-plan", "anna@example.org", "plus", "family"], "Usage: npm run set-plan -- ADDRESS PLAN"],
    [["record-restore-drill", "2026-01-01", "2026-01-02"], "Usage: npm run record-restore-drill -- DATE"],
    [["close-account", "anna@example.org", "otto@example.org"], "Usage: npm run close-account -- ADDRESS"],
  ] as const) {
    const { code, output } = await runCommand(...args);
    expect(output, args.join(" ")).toContain(sentence);
    expect(code, args.join(" ")).toBe(1);
  }
});

test("a command with an unknown option does nothing but say how it is used", TAG, async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = Object.keys(scripts).filter((name) => scripts[name].includes("/command.js"));
  expect(names).toContain("rotate-signing-key");
  for (const name of names) {
    const { code, output } = await runCommand(name, "--help");
    expect(output, name).toMatch(new RegExp(`^Usage: npm run ${name}\\b.*$`));
    expect(code, name).toBe(1);
  }
});

test("a migration says which database does not answer", TAG, async () => {
  const withoutTls = { DATABASE_WITHOUT_TLS: "1", WORKER_DATABASE_WITHOUT_TLS: "1" };
  for (const [name, url] of Object.entries({
    DATABASE_URL: "mysql://ada:tulip@127.0.0.1:1/amberkeep",
    WORKER_DATABASE_URL: "postgres://ada:daisy@127.0.0.1:1/amberkeep",
  }))
    expect(await runMigration({ ...withoutTls, [name]: url }), name).toEqual({
      code: 1,
      output: "No database answers at 127.0.0.1:1. Start it first, or a whole installation with “npm start”.",
    });
});

test("a migration says what is wrong with the URL of a database", TAG, async () => {
  const { DATABASE_URL, WORKER_DATABASE_URL } = JSON.parse(process.env.E2E_ENV ?? "{}");
  const changed = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href;
  for (const [settings, sentence] of [
    [{ DATABASE_URL: changed(DATABASE_URL, { pathname: "/tulips" }) }, /^DATABASE_URL .* no such database.*\.$/],
    [{ DATABASE_URL: changed(DATABASE_URL, { pathname: "/" }) }, /^DATABASE_URL .* needs the name of a database.*\.$/],
    // Not a local address, so TLS is demanded. MariaDB has none here, MySQL makes a certificate of its own.
    [{ DATABASE_URL: changed(DATABASE_URL, { hostname: "0.0.0.0" }) }, /^DATABASE_URL .* (no TLS|certificate).*\.$/],
    [
      { WORKER_DATABASE_URL: changed(WORKER_DATABASE_URL, { pathname: "/tulips" }) },
      /^WORKER_DATABASE_URL .* no such database.*\.$/,
    ],
    [
      { WORKER_DATABASE_URL: changed(WORKER_DATABASE_URL, { hostname: "0.0.0.0" }) },
      /^WORKER_DATABASE_URL .* offers no TLS\..*\.$/,
    ],
  ] as const) {
    const { code, output } = await runMigration(settings);
    expect(output).toMatch(sentence);
    expect(code, output).toBe(1);
  }
});

test("a migration says that a database has tables of another program", TAG, async () => {
  const { DATABASE_URL } = JSON.parse(process.env.E2E_ENV ?? "{}");
  const name = `tulips_${process.pid}`;
  const url = Object.assign(new URL(DATABASE_URL), { pathname: `/${name}` }).href;
  const connection = await createConnection(DATABASE_URL);
  await connection.query(`CREATE DATABASE ${name}`);
  try {
    await connection.query(`CREATE TABLE ${name}.memories (tulip INT)`);
    const { code, output } = await runMigration({ DATABASE_URL: url });
    expect(output).toMatch(/^The database of DATABASE_URL has tables of another program, .* empty database\.$/);
    expect(code).toBe(1);
  } finally {
    await connection.query(`DROP DATABASE ${name}`);
    await connection.end();
  }
});
