import { runWithPinnedNode } from "./launch/bootstrap.mjs";

await runWithPinnedNode("scripts/screens.ts");
