import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Launched, launch, newHome, waitFor } from "./launching.ts";

let home: string;
beforeEach(() => {
  home = newHome();
});

/** What `npm start` says when it ends by itself; every sentence stands alone, without a stack. */
async function refusal(env: Record<string, string>): Promise<string> {
  const launched = launch("scripts/start.ts", [], { AMBERKEEP_HOME: home, ...env });
  onTestFinished(() => void launched.child.kill("SIGTERM"));
  expect(await launched.ended).toBe(1);
  expect(launched.output()).not.toMatch(/^ {4}at /m);
  return launched.output().trim().split("\n").at(-1) ?? "";
}

const given = { WORKER_DATABASE_URL: "postgres://worker:tulip-9@127.0.0.1:1/queue" };

/** The server of the tests, with another user, password or database. */
const testServer = (change: Partial<URL>) => Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ""), change).href;

test.each([
  ["nobody listens", () => "mysql://ada:tulip-9@127.0.0.1:1/letters", "DATABASE_URL cannot be used: no server answers"],
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
  ["there is no such database", () => testServer({ pathname: "/no_such_letters" }), "the server has no such database"],
  [
    "it is another kind of address",
    () => "postgres://ada:tulip-9@127.0.0.1/letters",
    "DATABASE_URL is not a database address",
  ],
  ["it is no address", () => "tulip-9", "DATABASE_URL is not a database address"],
])(
  "says in one sentence, without the password, that a wrong DATABASE_URL cannot be used: %s",
  async (_, url, sentence) => {
    const said = await refusal({ ...given, DATABASE_URL: url() });
    expect(said).toContain(sentence);
    expect(said).not.toContain("tulip-9");
  },
);

test("says in one sentence that the port asked for is taken", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`^Port ${port} is in use by another program`));
  expect(await refusal({ PORT: "eighty" })).toMatch(/^PORT is not a port number: eighty/);
});

test("says in one sentence that it is running already, and the running one stays", async () => {
  const first: Launched = launch("tests/launch/keeper.ts", [home]);
  onTestFinished(async () => {
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(existsSync(join(home, "running.lock"))).toBe(false);
  });
  await waitFor("the first to open the house", () => first.output().includes("open"));
  expect(await refusal({})).toMatch(new RegExp(`^Amberkeep is already running here \\(process ${first.child.pid},`));
  expect(first.child.exitCode).toBe(null);
});
