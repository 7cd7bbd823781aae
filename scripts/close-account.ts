import { closeAccount, findAccountToClose } from "~/domain/maintenance/close-account.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE = "Usage: npm run close-account -- ADDRESS [--yes]";

const { values, positionals } = parseCommandLine(USAGE, {
  options: { yes: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [email = ""] = positionals;
await checkMasterKeys();
const account = await findAccountToClose(email);

if (!email) {
  console.error(USAGE);
} else if (!account) {
  console.error("There is no account with this address.");
} else {
  const { name, waiting, sent } = account;
  const vaults = (count: number) => (count === 1 ? "1 vault" : `${count} vaults`);
  const what = `${name || "Without a name"}: ${vaults(waiting)} waiting, ${vaults(sent)} sent.`;
  if (values.yes) await closeAccount(account.id);
  console.log(
    values.yes
      ? `${what} The account is closed: what waited is deleted, and what others received stays with them.`
      : `${what} Nothing was changed. To delete the account and all that waits, for good: npm run close-account -- ADDRESS --yes`,
  );
}
process.exitCode = account ? 0 : 1;
await closeConnections();
