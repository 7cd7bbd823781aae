import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const verifyAddressProps = z.object({ name: personName, url: link });

export function verifyAddressMail({ name, url }: z.output<typeof verifyAddressProps>): Email {
  return compose({
    subject: "Confirm your address",
    preheader: "One click, and what you keep for others can be delivered.",
    title: "Is this your address?",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: "You opened an account at Amberkeep with this address. Please confirm that it is yours. What you write to others is delivered only once it is confirmed, so that nobody can write in your name.",
      },
      { kind: "button", label: "Confirm my address", url },
    ],
    closing: "If you did not open an account, you need do nothing: without this click the address stays unconfirmed.",
  });
}
