import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { execa } from "execa";
import { expect, test } from "vitest";
import { root } from "../../scripts/launch/project.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { keepSettings, settingsFor, withoutInstallation } from "../../scripts/launch/settings.ts";
import { createHome } from "./launch.ts";

function createCommands(): string {
  const folder = createHome();
  for (const file of ["command.ts", "exit-with-sentence.ts", "load-env.ts"])
    cpSync(join(root, "scripts", file), join(folder, file));
  return folder;
}

test("the settings of a start are kept for the other commands, readable only by their owner", () => {
  const home = createHome();
  const databases = { mysqlUrl: "mysql://a:b@127.0.0.1/c", postgresUrl: "postgres://a:b@127.0.0.1/c", servers: [] };
  const settings = settingsFor({ mode: "production", home, port: 3000, databases, secrets: openSecrets(home) });
  keepSettings(home, settings);
  const file = join(home, "settings.env");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = parseEnv(readFileSync(file, "utf8"));
  expect(settings).toMatchObject(kept);
  expect(Object.keys(kept)).toEqual(
    expect.arrayContaining(["APP_SECRET", "VAULT_MASTER_KEYS", "DATABASE_URL", "WORKER_DATABASE_URL", "BASE_URL"]),
  );
});

test("everything that the app was started with is kept, except what is for one start", () => {
  const home = createHome();
  const settings = {
    SMTP_URL: "smtp://ada:tu'lip@127.0.0.1:25",
    MAIL_FROM: '"Ada’s letters, and others\'" <letters@amberkeep.example>',
    DATABASE_WITHOUT_TLS: "1",
    CLOUDINARY_URL: "cloudinary://key:secret@cloud",
    OPERATOR: "Ada, 1 Lake Road\\nZurich",
  };
  keepSettings(home, {
    NODE_ENV: "production",
    ...settings,
    CONFIRM_TIME: "1",
    APP_SECRET_CHANGED: "1",
    HOME: "/home/ada",
  });
  expect(parseEnv(readFileSync(join(home, "settings.env"), "utf8"))).toEqual({ NODE_ENV: "production", ...settings });
});

test("tests get no setting of an installation but those of logs and TLS", () => {
  const settings = parseEnv(readFileSync(join(root, ".env.example"), "utf8").replace(/^#(?=[A-Z])/gm, ""));
  const others = { NODE_ENV: "test", PATH: "/usr/bin", TEST_DATABASE_URL: "mysql://a:b@127.0.0.1/c" } as const;
  const tls = { DATABASE_WITHOUT_TLS: "1", WORKER_DATABASE_WITHOUT_TLS: "1" };
  const left = { ...others, ...tls, LOG_LEVEL: "debug" };
  expect(withoutInstallation({ ...settings, ...left })).toEqual(left);
});

test("commands of the operator use what is kept, unless .env or the environment says otherwise", async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of ["set-plan", "import", "retention", "confirm-time", "newsletter"])
    expect(scripts[name]).toBe(`node build/server/command.js ${name}`);
  const folder = createCommands();
  mkdirSync(join(folder, ".amberkeep"));
  writeFileSync(join(folder, ".amberkeep", "settings.env"), 'FIRST="kept"\nSECOND="kept"\nTHIRD="kept"\n');
  writeFileSync(join(folder, ".env"), "FIRST=file\nSECOND=file\n");
  writeFileSync(
    join(folder, "show.js"),
    "const { FIRST, SECOND, THIRD } = process.env; console.log(FIRST, SECOND, THIRD, ...process.argv.slice(2));",
  );
  const { AMBERKEEP_HOME: _, ...given } = process.env;
  const env = { ...given, FIRST: "given" };
  const show = async () => {
    const options = { cwd: folder, env, extendEnv: false };
    return (await execa(process.execPath, ["command.ts", "show", "--to", "x"], options)).stdout;
  };
  expect(await show()).toBe("given file kept --to x");
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "elsewhere", "settings.env"), 'THIRD="elsewhere"\n');
  writeFileSync(join(folder, ".env"), "FIRST=file\nSECOND=file\nAMBERKEEP_HOME=elsewhere\n");
  expect(await show()).toBe("given file elsewhere --to x");
  // As for "npm start", which goes by its own settings then.
  writeFileSync(join(folder, ".env"), "FIRST=file\nSECOND=\nTHIRD=\nAMBERKEEP_HOME=\n");
  expect(await show()).toBe("given kept kept --to x");
});

const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBLjCB4aADAgECAhQDpjWvpkEFHqRCuSk2/hMjwVVPxzAFBgMrZXAwDDEKMAgG
A1UEAwwBQTAgFw0yNjExMjgxNTU1MDRaGA8yMTI2MTEwNDE1NTUwNFowDDEKMAgG
A1UEAwwBQTAqMAUGAytlcAMhAI1AYOw22W0MDsYA/fVWApEzsfUEUeMbi8yWyHpo
hz7Mo1MwUTAdBgNVHQ4EFgQUnD07JhDAdyjwvNYQVcVHsm7Cs+gwHwYDVR0jBBgw
FoAUnD07JhDAdyjwvNYQVcVHsm7Cs+gwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
QQCopqSq2AVdidktef7mBZfqIxrx+iDH+vohdNnyqHpwAfMVQ5yN5y7J5+YlmfvJ
4fnqQ3i9X/UsM+RZqa+hREMJ
-----END CERTIFICATE-----
`;

test("commands trust the certificate authority that .env names", async () => {
  const folder = createCommands();
  writeFileSync(join(folder, "list.js"), 'console.log(require("node:tls").getCACertificates().join("\\n"));');
  const list = async () => {
    const options = { cwd: folder, extendEnv: false } as const;
    return (await execa(process.execPath, ["command.ts", "list"], options)).stdout;
  };
  expect(await list()).not.toContain(AUTHORITY);
  writeFileSync(join(folder, "authority.pem"), AUTHORITY);
  writeFileSync(join(folder, ".env"), "NODE_EXTRA_CA_CERTS=authority.pem\n");
  expect(await list()).toContain(AUTHORITY);
});

test("commands refuse options that npm kept to itself", async () => {
  const folder = createCommands();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { issue: "node command.ts issue" } }));
  writeFileSync(join(folder, "issue.js"), "console.log('runs with', ...process.argv.slice(2));");
  const run = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await execa("npm", ["run", "--silent", "issue", ...args], {
      cwd: folder,
      reject: false,
    });
    return exitCode === 0 ? stdout : stderr;
  };
  expect(await run("--", "spring.txt", "--to", "product-updates")).toBe("runs with spring.txt --to product-updates");
  for (const options of [["--to", "product-updates"], ["--to=product-updates"], ["--dry-run"]])
    expect(await run("spring.txt", ...options)).toContain("npm run issue -- …");
});

test("commands say in a sentence which file, database, key or password is missing or wrong", async () => {
  const folder = createCommands();
  const run = async (source: string) => {
    writeFileSync(join(folder, "fail.js"), source);
    const options = { cwd: folder, reject: false } as const;
    const { stderr, exitCode } = await execa(process.execPath, ["command.ts", "fail"], options);
    return { stderr, exitCode };
  };
  expect(await run('require("node:fs").readFileSync("issue.txt")')).toEqual({
    stderr: "There is no file issue.txt.",
    exitCode: 1,
  });
  expect(await run('require("node:fs").readFileSync("/")')).toEqual({
    stderr: "This is a folder, and the command takes a file.",
    exitCode: 1,
  });
  const refused = 'Object.assign(new Error("refused"), { code: "ECONNREFUSED", address: "127.0.0.1", port: 3307 })';
  const sentence = "No database answers at 127.0.0.1:3307. Start it first, or a whole installation with “npm start”.";
  for (const error of [
    `new Error("Failed query: select 1", { cause: ${refused} })`,
    `new AggregateError([${refused}])`,
  ])
    expect(await run(`throw ${error}`)).toEqual({ stderr: sentence, exitCode: 1 });
  const wrongKey = 'Object.assign(new Error("Master key 1 is missing"), { name: "WrongMasterKeys" })';
  expect(await run(`throw ${wrongKey}`)).toEqual({ stderr: "Master key 1 is missing", exitCode: 1 });
  for (const [code, text] of [
    ["ER_ACCESS_DENIED_ERROR", "DATABASE_URL cannot be used: MySQL does not accept its user name and password."],
    ["ER_NO_SUCH_TABLE", "The database is not that of this version. Run “npm run migrate” first."],
    [
      "42501",
      "WORKER_DATABASE_URL cannot be used: Postgres does not let its user create tables. Make it the owner of its database.",
    ],
    ["ETIMEDOUT", "No database answers. Start it first, or a whole installation with “npm start”."],
  ]) {
    const error = `Object.assign(new Error("a fault"), { code: "${code}" })`;
    expect(await run(`throw new Error("Failed query: select 1", { cause: ${error} })`), code).toEqual({
      stderr: text,
      exitCode: 1,
    });
  }
  const unknownHost = 'Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND", hostname: "mysql" })';
  expect((await run(`throw ${unknownHost}`)).stderr).toBe("No database can be found at mysql.");
  expect((await run('throw new Error("A fault")')).stderr).toMatch(/Error: A fault\n +at /);
});
