import { email as emailSchema } from "~/domain/account/account-schema";
import { type ImportReport, importAccount } from "~/domain/data-export/import-account.server";
import { env } from "~/env.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE = "Usage: npm run import -- ARCHIVE.zip --to ADDRESS, with the email of an account, or of a new one.";

const REASONS = {
  past: "its day has passed",
  not_arrived: "it hadn’t arrived",
  refused: "it couldn’t be scheduled here",
  sealed: "sealed: nobody can read it before its day",
  cancelled: "cancelled",
};

const { positionals, values } = parseCommandLine(USAGE, {
  allowPositionals: true,
  options: { to: { type: "string" } },
});
const [file] = positionals;
const to = emailSchema.safeParse(values.to);

if (!file || !to.success) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  await checkMasterKeys();
  try {
    report(await importAccount(file, to.data), to.data);
  } catch (error) {
    // Those of the file system and the databases are explained by `command.ts`.
    if (!(error instanceof Error) || "code" in error || error.cause) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
await closeConnections();

function report({ isNewAccount, memories, received, pieces }: ImportReport, email: string): void {
  for (const { title, result } of memories) {
    const because = "because" in result && result.because ? ` (${REASONS[result.because]})` : "";
    console.log(`${result.as.replace("_", " ")}${because}: ${title}`);
    for (const path of ("lost" in result && result.lost) || []) console.log(`  without ${path}`);
  }
  const failed = memories.filter(({ result }) => result.as === "failed").length;
  const leftOut = memories.filter(({ result }) => result.as === "left_out").length;
  const imported = memories.length - failed - leftOut;
  console.log(`${imported} ${imported === 1 ? "memory is" : "memories are"} in the account of ${email}.`);
  if (failed > 0) {
    console.log(`${failed} could not be imported. The log says why; the import can be repeated.`);
    process.exitCode = 1;
  }
  if (received > 0) console.log(`What others sent (${received}) stays in the archive, to be read there.`);
  if (pieces > 0) console.log(`What was added to boards of others (${pieces}) stays there as well.`);
  if (isNewAccount)
    console.log(`It is new: set its password at ${env.BASE_URL}/auth?mode=reset, and verify the email.`);
  if (memories.some(({ result }) => result.as === "scheduled")) {
    console.log("This installation will deliver what is scheduled. Cancel it at the other one, or it arrives twice.");
  }
}
