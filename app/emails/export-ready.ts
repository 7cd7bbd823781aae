import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, personName, salutation } from "./props";

export const exportReadyProps = z.object({ name: personName, until: day, url: link });

export function exportReadyMail({ name, until, url }: z.output<typeof exportReadyProps>): Email {
  return compose({
    subject: "Your data is ready to download",
    preheader: `The download is there until ${longDate(until)}.`,
    title: "Your data is ready",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "You asked for a copy of everything you keep at Amberkeep. It’s one archive: a page to start from, your memories with their files, the letters you’ve opened, and the replies that came back.",
      },
      { kind: "button", label: "Download your data", url },
      {
        kind: "paragraph",
        text: `You can download it until ${longDate(until)}, and only while you’re logged in. If it breaks off, your browser can continue where it stopped.`,
      },
      { kind: "paragraph", text: "You didn’t ask for this? Then please change your password." },
    ],
    closing: "You get this email because a copy of this account’s data was requested.",
  });
}
