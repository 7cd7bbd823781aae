import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine } from "./props";

export const addressInUseProps = z.object({ name: oneLine, loginUrl: link });

/**
 * Sent when somebody signs up with an address that already has an account: the sign-up page says the same as always, so
 * that it does not tell strangers who has an account here.
 */
export function addressInUse({ name, loginUrl }: z.output<typeof addressInUseProps>): Email {
  return compose({
    subject: "You already have an account",
    preheader: "Somebody signed up with your address. Nothing was changed.",
    title: "You already have an account",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: "Somebody, most likely you, signed up at Amberkeep with this address. It already has an account, so nothing was changed. You can log in; if you have forgotten the password, the same page helps.",
      },
      { kind: "button", label: "Log in", url: loginUrl },
    ],
    closing: "If it was not you, you need do nothing: nobody gets into your account by signing up.",
  });
}
