import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ConnectionOptions, createConnection, type RowDataPacket } from "mysql2/promise";
import type { Child } from "../../scripts/launch/children.ts";
import { runCommand, runOrFail } from "../../scripts/launch/commands.ts";
import { LaunchError } from "../../scripts/launch/launch-error.ts";
import { openLog } from "../../scripts/launch/log-file.ts";
import { stopOrphans } from "../../scripts/launch/orphans.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { root } from "../../scripts/launch/project.ts";
import type { Supervisor } from "../../scripts/launch/supervisor.ts";
import { untilReady } from "../../scripts/launch/until-ready.ts";
import type { MysqlServers } from "../faults/installation.ts";
import { ensureGalera, type GaleraBinaries, SST_METHOD } from "./galera-binaries.ts";

type Node = {
  name: string;
  folder: string;
  ports: { mysql: number; group: number; state: number; increments: number };
};
type Cluster = Pick<Supervisor, "home" | "children"> & { binaries: GaleraBinaries; nodes: Node[] };

const NODES = 3;
const LOGIN = { user: "amberkeep", password: "amberkeep" };
const START_TIMEOUT_MS = 180_000;
const START_TRIES = 5;

/**
 * Starts three MariaDB servers that all take writes, with empty data, and a proxy that gives every new connection to
 * the next node that is up.
 * @throws LaunchError where Galera is not available
 */
export async function startGalera({ home, children, progress }: Supervisor): Promise<MysqlServers> {
  const binaries = await ensureGalera(children, progress, home);
  const cluster: Cluster = { home, children, binaries, nodes: await placeNodes(home) };
  const servers: MysqlServers["servers"] = [];
  for (const node of cluster.nodes) {
    const isFirst = servers.length === 0;
    const process = await startNode(cluster, node, { isFirst });
    if (isFirst) await createAccount(node);
    servers.push({ name: node.name, process, start: () => restartNode(cluster, node) });
  }
  return { url: await startProxy(cluster), servers };
}

async function placeNodes(home: string): Promise<Node[]> {
  const nodes: Node[] = [];
  const used: number[] = [];
  const port = async () => {
    const free = await freePort(used);
    used.push(free);
    return free;
  };
  for (let number = 1; number <= NODES; number += 1) {
    const folder = join(home, `node-${number}`);
    await stopOrphans({ argument: `--defaults-file=${join(folder, "my.cnf")}` });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "tmp"), { recursive: true });
    const ports = { mysql: await port(), group: await port(), state: await port(), increments: await port() };
    nodes.push({ name: `node-${number}`, folder, ports });
  }
  return nodes;
}

async function startNode(cluster: Cluster, node: Node, { isFirst = false, position = "" } = {}): Promise<Child> {
  const { home, children, binaries } = cluster;
  await prepareNode(cluster, node);
  const log = openLog(home, node.name);
  const child = log.opened((handle) =>
    children.start({
      name: node.name,
      command: binaries.mysql.server,
      args: [
        `--defaults-file=${join(node.folder, "my.cnf")}`,
        ...(isFirst ? ["--wsrep-new-cluster"] : []),
        ...(position ? [`--wsrep-start-position=${position}`] : []),
      ],
      tier: "database",
      stopTimeoutMs: 20_000,
      options: { cwd: node.folder, env: withScripts(binaries), stdio: ["ignore", handle, handle] },
    }),
  );
  const ready = await untilReady(child, () => checkReady(isFirst ? rootOf(node) : loginOf(node)), START_TIMEOUT_MS);
  if (ready.ok) return child;
  await child.stop();
  throw new LaunchError(`${node.name} of the cluster did not start. The end of ${log.path}:\n${log.tail()}`);
}

/** A killed node recovers its position and receives only what it missed. */
async function restartNode(cluster: Cluster, node: Node): Promise<Child> {
  for (let tries = 1; ; tries += 1) {
    const recovery = await runCommand(
      cluster.children,
      cluster.binaries.mysql.server,
      [`--defaults-file=${join(node.folder, "my.cnf")}`, "--wsrep-recover", "--log-error="],
      { cwd: node.folder, env: withScripts(cluster.binaries) },
    );
    const position = /Recovered position:\s*(\S+)/.exec(recovery.output)?.[1] ?? "";
    try {
      return await startNode(cluster, node, { position });
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await pause(2_000);
    }
  }
}

async function prepareNode({ children, binaries, nodes }: Cluster, node: Node): Promise<void> {
  const data = join(node.folder, "data");
  writeFileSync(join(node.folder, "my.cnf"), configure(node, nodes, binaries));
  if (existsSync(join(data, "mysql"))) return;
  await runOrFail(
    `${node.name} of the cluster could not be initialised:`,
    runCommand(children, binaries.mysql.installer ?? "", [
      "--no-defaults",
      ...(process.getuid?.() === 0 ? ["--user=root"] : []),
      `--datadir=${data}`,
      "--skip-test-db",
      "--auth-root-authentication-method=normal",
    ]),
    10,
  );
}

/** With `wsrep_sync_wait`, what one node has confirmed is seen on the others. */
function configure({ name, folder, ports }: Node, nodes: Node[], { provider }: GaleraBinaries): string {
  const group = nodes.map((node) => `127.0.0.1:${node.ports.group}`).join();
  return `[mysqld]
${process.getuid?.() === 0 ? "user=root" : ""}
datadir=${folder}/data
tmpdir=${folder}/tmp
socket=${folder}/mysql.sock
pid-file=${folder}/mysql.pid
port=${ports.mysql}
bind-address=127.0.0.1
skip-name-resolve
character-set-server=utf8mb4
max-connections=300
innodb-buffer-pool-size=128M
innodb_flush_log_at_trx_commit=1
binlog_format=ROW
default_storage_engine=InnoDB
innodb_autoinc_lock_mode=2
wsrep_on=ON
wsrep_provider=${provider}
wsrep_cluster_name=amberkeep
wsrep_cluster_address=gcomm://${group}
wsrep_node_name=${name}
wsrep_node_address=127.0.0.1:${ports.group}
wsrep_provider_options="gmcast.listen_addr=tcp://127.0.0.1:${ports.group};ist.recv_addr=127.0.0.1:${ports.increments};gcache.size=256M"
wsrep_sst_method=${SST_METHOD}
wsrep_sst_receive_address=127.0.0.1:${ports.state}
wsrep_sync_wait=7
wsrep_retry_autocommit=4
`;
}

async function createAccount(node: Node): Promise<void> {
  const connection = await createConnection(rootOf(node));
  const account = `'${LOGIN.user}'@'127.0.0.1'`;
  await connection.query(`CREATE USER ${account} IDENTIFIED BY '${LOGIN.password}'`);
  await connection.query("CREATE DATABASE amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  await connection.query(`GRANT ALL ON amberkeep.* TO ${account}`);
  await connection.end();
}

const rootOf = ({ folder }: Node): ConnectionOptions => ({ socketPath: join(folder, "mysql.sock"), user: "root" });
const loginOf = ({ ports }: Node): ConnectionOptions => ({ host: "127.0.0.1", port: ports.mysql, ...LOGIN });

/** @throws Error while the node does not take part in the cluster */
async function checkReady(login: ConnectionOptions): Promise<void> {
  const connection = await createConnection({ ...login, connectTimeout: 5_000 });
  try {
    const [rows] = await connection.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_ready'");
    if (rows[0]?.Value !== "ON") throw new Error("not ready");
  } finally {
    connection.destroy();
  }
}

const withScripts = ({ scripts }: GaleraBinaries) => ({ ...process.env, PATH: `${scripts}:${process.env.PATH}` });

async function startProxy({ children, nodes }: Cluster): Promise<string> {
  const port = await freePort(nodes.flatMap((node) => Object.values(node.ports)));
  const proxy = children.start({
    name: "The cluster's proxy",
    command: process.execPath,
    args: [
      join(root, "bench/cluster/proxy.ts"),
      JSON.stringify({ port, nodes: nodes.map((node) => node.ports.mysql), login: LOGIN }),
    ],
    tier: "database",
    options: { cwd: root },
  });
  const url = `mysql://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}/amberkeep`;
  const ready = await untilReady(proxy, async () => (await createConnection(url)).end());
  if (!ready.ok) throw new LaunchError("The cluster's proxy did not start.");
  return url;
}
