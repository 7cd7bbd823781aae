import { rotateSigningKey } from "~/domain/seal/signing-keys.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

parseCommandLine("Usage: npm run rotate-signing-key, without arguments.", {});
await checkMasterKeys();
const { retired, active } = await rotateSigningKey();
console.log(`Key ${retired} is retired. Certificates are signed with key ${active} from now on.`);
await closeConnections();
