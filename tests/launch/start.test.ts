import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Launched, launch, newFolder, newHome, waitFor } from "./launch.ts";

let home: string;
beforeEach(() => {
  home = newHome();
});

/** Returns the last line that `npm start` prints when it fails; there must be no stack. */
async function failure(env: Record<string, string>): Promise<string> {
  const launched = launch("scripts/start.ts", [], { AMBERKEEP_HOME: home, ...env });
  onTestFinished(() => void launched.child.kill("SIGTERM"));
  expect(await launched.ended).toBe(1);
  expect(launched.output()).not.toMatch(/^ {4}at /m);
  return launched.output().trim().split("\n").at(-1) ?? "";
}

const given = { WORKER_DATABASE_URL: "postgres://worker:tulip-9@127.0.0.1:1/queue" };

/** The tests' server with another user, password or database. */
const testServer = (change: Partial<URL>) => Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ""), change).href;

test.each([
  [
    "no server listens",
    () => "mysql://ada:tulip-9@127.0.0.1:1/letters",
    "DATABASE_URL cannot be used: no server answers",
  ],
  [
    "the host is unknown",
    () => "mysql://ada:tulip-9@letters.invalid/letters",
    "DATABASE_URL cannot be used: its host cannot be found",
  ],
  [
    "the password is wrong",
    () => testServer({ username: "ada", password: "tulip-9" }),
    "does not accept its user name and password",
  ],
  [
    "its server speaks no TLS, and is not on this machine",
    () => testServer({ hostname: "0.0.0.0" }),
    "DATABASE_URL cannot be used: Server does not support secure connection",
  ],
  ["there is no such database", () => testServer({ pathname: "/no_such_letters" }), "the server has no such database"],
  [
    "it is an address of another kind",
    () => "postgres://ada:tulip-9@127.0.0.1/letters",
    "DATABASE_URL is not a database address",
  ],
  ["it is not an address", () => "tulip-9", "DATABASE_URL is not a database address"],
  ["it has a bare %", () => "mysql://a:tulip-9%@localhost/a", "DATABASE_URL is not a database address"],
])("a wrong DATABASE_URL is reported in one sentence without the password: %s", async (_, url, sentence) => {
  const message = await failure({ ...given, DATABASE_URL: url() });
  expect(message).toContain(sentence);
  expect(message).not.toContain("tulip-9");
});

test("a PORT that is in use is reported in one sentence", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  expect(await failure({ PORT: String(port) })).toMatch(new RegExp(`^Port ${port} is in use by another program`));
  expect(await failure({ PORT: "eighty" })).toMatch(/^PORT is not a port number: eighty/);
});

test("a data folder that cannot be used is reported in one sentence", async () => {
  const file = join(newFolder(), "letters");
  writeFileSync(file, "");
  const sentence = (path: string) => `The data folder ${path} cannot be used: there is a file in its place.`;
  for (const path of [file, join(file, "home")]) expect(await failure({ AMBERKEEP_HOME: path })).toBe(sentence(path));
});

test("a second start is refused in one sentence, and the first keeps running", async () => {
  const first: Launched = launch("tests/launch/stay-running.ts", [home]);
  onTestFinished(async () => {
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(existsSync(join(home, "running.lock"))).toBe(false);
  });
  await waitFor("the first start", () => first.output().includes("running"));
  expect(await failure({})).toMatch(new RegExp(`^Amberkeep is already running here \\(process ${first.child.pid},`));
  expect(first.child.exitCode).toBe(null);
});
