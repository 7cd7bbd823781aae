import { readFileSync } from "node:fs";
import { readIssue, sendNewsletter } from "~/domain/newsletter/send-newsletter.server";
import { isAccountIssueKind, sendToAccounts } from "~/domain/newsletter/send-to-accounts.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE =
  "Usage: npm run newsletter -- FILE [--to product-updates | --to marketing-emails | --to every-account]. FILE is text in UTF-8: the subject on its first line, then a blank line, then paragraphs.";

const { values, positionals } = parseCommandLine(USAGE, {
  options: { to: { type: "string" } },
  allowPositionals: true,
});
const { to } = values;
const [file] = positionals;
const issue = file ? readIssue(readFileSync(file)) : undefined;
if (issue && (to === undefined || isAccountIssueKind(to))) {
  await checkMasterKeys();
  const count = to ? await sendToAccounts(issue, to) : await sendNewsletter(issue);
  const reader = to ? "account" : "subscriber";
  console.log(`“${issue.subject}” goes to ${count} ${reader}${count === 1 ? "" : "s"}.`);
} else {
  console.error(USAGE);
  process.exitCode = 1;
}
await closeConnections();
