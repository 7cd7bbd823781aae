import { type RewrappedKeys, rewrapKeys } from "~/domain/maintenance/rewrap-keys.server";
import { newestMasterKeyId } from "~/services/cipher.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

parseCommandLine("Usage: npm run rewrap-keys, without arguments.", {});
await checkMasterKeys();
let sum: RewrappedKeys = { rows: 0, files: 0, failed: [] };
for await (sum of rewrapKeys());
for (const name of sum.failed) console.error(`${name} is damaged, and keeps its key.`);
console.log(`Wrapped the keys of ${sum.rows} rows and ${sum.files} files with master key ${newestMasterKeyId}.`);
if (sum.failed.length > 0) process.exitCode = 1;
await closeConnections();
