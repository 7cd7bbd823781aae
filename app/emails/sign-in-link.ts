import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, personName, salutation } from "./props";

export const signInLinkProps = z.object({ name: personName, url: link });

export function signInLinkMail({ name, url }: z.output<typeof signInLinkProps>): Email {
  return compose({
    subject: "Your link to log in",
    preheader: "It works once, for 10 minutes.",
    title: "Log in to Amberkeep",
    greeting: salutation(name),
    blocks: [
      { kind: "paragraph", text: "Here is the link to log in to your account. It works once, for 10 minutes." },
      { kind: "button", label: "Log in", url },
      { kind: "paragraph", text: "Don’t pass it on: it lets anyone in." },
    ],
    closing: "If you didn’t ask for it, you can ignore this email.",
  });
}
