import { retireMasterKey } from "~/domain/maintenance/retire-master-key.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE =
  "Usage: npm run retire-master-key -- NUMBER, with the number of a key that this database was written with.";

const { positionals } = parseCommandLine(USAGE, { allowPositionals: true });
const keyId = Number(positionals[0]);
const retired = await retireMasterKey(keyId);
await closeConnections();

const REFUSALS = {
  unknown: USAGE,
  newest: "This is the newest key, and everything new is encrypted with it. Add another one first.",
  needed: "This key is still needed.",
};
if (retired.ok) console.log(`Master key ${keyId} is retired: it can be removed from VAULT_MASTER_KEYS.`);
else console.error([REFUSALS[retired.reason], ...retired.where.map((name) => `- ${name}`)].join("\n"));
process.exitCode = retired.ok ? 0 : 1;
