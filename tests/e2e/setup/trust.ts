import { FormClient } from "./form-client.ts";
import { bounce } from "./mail-service.ts";
import { linkIn, type Mailbox } from "./mailbox.ts";
import { type Account, deliverLetter, type Person, somePerson } from "./people.ts";
import { idIn, readerOf } from "./reader.ts";
import { ask } from "./truth.ts";

const CONTACTS = "/settings/legacy-contacts";

export type Trust = {
  /** Who helps with a letter that did not arrive: has given the code a moment ago. */
  helper: FormClient;
  /** The contact's id, their link to that letter, and the id of the delivery that failed. */
  contact: string;
  help: string;
  failed: string;
  /** The link of somebody who is invited and has not answered. */
  invitation: string;
  /** The link with which the letter's owner stops the copy that the helper is to get. */
  stop: string;
};

/** A letter of the owner's that reached nobody, with a legacy contact who may do everything, and one who was asked. */
export async function trustSomebody(url: string, owner: Account, mailbox: Mailbox): Promise<Trust> {
  const [eva, otto] = [somePerson("Eva Sommer"), somePerson("Otto Berger")];
  const invite = async ({ name, email }: Person, permissions: Record<string, string>) => {
    await owner.client.post(CONTACTS, { name, email, relationship: "friend", ...permissions });
    return linkIn(await mailbox.waitFor(email, /asks you to be a legacy contact/));
  };
  const accepted = await invite(eva, { updateEmail: "on", viewContent: "on", receiveDuplicate: "on" });
  await new FormClient(url).post(accepted, { answer: "accept" });
  const invitation = await invite(otto, { updateEmail: "on" });
  const { id } = await deliverLetter(owner, mailbox);
  await bounce(url, id, "550 5.1.1 No such user here");
  const help = linkIn(await mailbox.waitFor(eva.email, /may need your help/));
  const [delivery] = await ask("SELECT id FROM deliveries WHERE memory_id = ?", [id]);
  const notice = await mailbox.waitFor(owner.email, (mail) => mail.text?.includes("/legacy-stop/") ?? false);
  return {
    helper: await readerOf(url, { contact: idIn(help) }),
    contact: idIn(help),
    help,
    failed: String(delivery?.id),
    invitation,
    stop: /\/legacy-stop\/\S+/.exec(notice.text ?? "")?.[0] ?? "",
  };
}
