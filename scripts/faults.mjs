import { runWithPinnedNode } from "./launch/bootstrap.mjs";

await runWithPinnedNode("scripts/faults.ts");
