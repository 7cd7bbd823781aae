import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { link, oneLine, personName, salutation, writtenText } from "./props";

export const giftProps = z.object({
  name: personName,
  giverName: personName,
  plan: oneLine,
  vaults: z.number().int().positive(),
  note: writtenText,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** For a person who may not have heard of us. */
export function giftMail({
  name,
  giverName,
  plan,
  vaults,
  note,
  url,
  unsubscribeUrl,
}: z.output<typeof giftProps>): Email {
  const giver = giverName || "Someone";
  const room = `Room for ${vaults} ${vaults === 1 ? "letter" : "letters"}`;
  return compose({
    subject: `${giver} has a gift for you`,
    preheader: `${room} to people you love.`,
    title: room,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${giver} gave you the ${plan} plan at Amberkeep. Write a letter or record something now, and it reaches the person you choose on the day you choose, even decades from now. You can send ${vaults}.`,
      },
      ...(note ? [{ kind: "letter" as const, text: note }] : []),
      { kind: "button", label: "Open your gift", url },
      {
        kind: "paragraph",
        text: "It’s paid for, and nothing renews. Anyone with this link can claim the gift, so please keep it to yourself.",
      },
    ],
    closing: `You get this email because ${giver} gave us your address for this gift. We won’t use it for anything else.`,
    ...(unsubscribeUrl && stopMails(giver, unsubscribeUrl)),
  });
}
