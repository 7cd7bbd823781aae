import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, personName, salutation } from "./props";

export const verifyAddressProps = z.object({ name: personName, url: link });

export function verifyAddressMail({ name, url }: z.output<typeof verifyAddressProps>): Email {
  return compose({
    subject: "Confirm your email address",
    preheader: "One click, and your letters can be delivered.",
    title: "Is this your address?",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "You created an account at Amberkeep with this address. Please confirm that it’s yours. We deliver your letters only once you have, so that nobody can write in your name.",
      },
      { kind: "button", label: "Confirm my address", url },
    ],
    closing:
      "If you didn’t create an account, there’s nothing to do: without your click, this address stays unconfirmed.",
  });
}
