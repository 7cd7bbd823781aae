import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { seedDemo } from "./seed/seed-demo";

await checkMasterKeys();
await seedDemo();
await closeConnections();
