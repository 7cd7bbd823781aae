import { startGalera } from "../bench/cluster/galera.ts";
import { runFaultCommand } from "../bench/faults/command.ts";
import { CLUSTER_FAULT_KINDS } from "../bench/faults/faults.ts";

await runFaultCommand("cluster", { kinds: CLUSTER_FAULT_KINDS, workers: 3, webs: 3, startCluster: startGalera });
