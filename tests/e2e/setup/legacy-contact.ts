import { type Account, deliverLetter, newPerson, type Person } from "./accounts.ts";
import { query } from "./db.ts";
import { FormClient } from "./form-client.ts";
import { bounce } from "./mail-service.ts";
import { linkIn, type MailFolder } from "./mailbox.ts";
import { idIn, openAsReader } from "./reader.ts";

const CONTACTS = "/settings/legacy-contacts";

export type LegacyContactData = {
  /** The browser of a contact who has opened the help page with a code. */
  helper: FormClient;
  /** The contact's id, their help link, and the id of the failed delivery. */
  contact: string;
  help: string;
  failed: string;
  /** The invitation link of a contact who has not answered. */
  invitation: string;
  /** The link with which the owner stops the copy for the contact. */
  stop: string;
};

/** Creates a bounced letter, a legacy contact with all permissions and an invited one. */
export async function createLegacyContact(
  url: string,
  owner: Account,
  mailbox: MailFolder,
): Promise<LegacyContactData> {
  const [eva, otto] = [newPerson("Eva Sommer"), newPerson("Otto Berger")];
  const invite = async ({ name, email }: Person, permissions: Record<string, string>) => {
    await owner.client.post(CONTACTS, { name, email, relationship: "friend", ...permissions });
    return linkIn(await mailbox.waitFor(email, /to be a legacy contact/));
  };
  const accepted = await invite(eva, { updateEmail: "on", viewContent: "on", receiveDuplicate: "on" });
  await new FormClient(url).post(accepted, { answer: "accept" });
  const invitation = await invite(otto, { updateEmail: "on" });
  const { id } = await deliverLetter(owner, mailbox);
  await bounce(url, id, "550 5.1.1 No such user here");
  const help = linkIn(await mailbox.waitFor(eva.email, /Can you help with something/));
  const [delivery] = await query("SELECT id FROM deliveries WHERE memory_id = ?", [id]);
  const notice = await mailbox.waitFor(owner.email, (mail) => mail.text?.includes("/legacy-stop/") ?? false);
  return {
    helper: await openAsReader(url, { contact: idIn(help) }),
    contact: idIn(help),
    help,
    failed: String(delivery?.id),
    invitation,
    stop: /\/legacy-stop\/\S+/.exec(notice.text ?? "")?.[0] ?? "",
  };
}
