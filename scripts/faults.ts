import { runFaultCommand } from "../bench/faults/command.ts";
import { FAULT_KINDS } from "../bench/faults/faults.ts";

await runFaultCommand("faults", { kinds: FAULT_KINDS, workers: 2, webs: 1 });
