import { retireMasterKey } from "~/domain/maintenance/retire-master-key.server";
import { closeConnections } from "./close-connections";

const keyId = Number(process.argv[2]);
const retired = await retireMasterKey(keyId);
await closeConnections();

const REFUSALS = {
  unknown: "Usage: npm run retire-master-key -- NUMBER, with the number of a key that this database was written with.",
  newest: "This is the newest key, and everything new is encrypted with it. Add another one first.",
  needed: "This key is still needed.",
};
if (retired.ok) console.log(`Master key ${keyId} is retired: it can be removed from VAULT_MASTER_KEYS.`);
else console.error([REFUSALS[retired.reason], ...retired.where.map((name) => `- ${name}`)].join("\n"));
process.exitCode = retired.ok ? 0 : 1;
