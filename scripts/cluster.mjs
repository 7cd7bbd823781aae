import { runWithPinnedNode } from "./launch/bootstrap.mjs";

await runWithPinnedNode("scripts/cluster.ts");
