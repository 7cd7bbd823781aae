import { runWithPinnedNode } from "./launch/bootstrap.mjs";

await runWithPinnedNode("scripts/engines.ts");
