/** Runs the migrations of a folder, as `npm run migrate` does with those of the app. */
import { migrate } from "~db/migrate";
import { printResult, programInput } from "../harness/program-io";

await migrate(process.env.DATABASE_URL ?? "", programInput<string>());
await printResult(null);
process.exit(0);
