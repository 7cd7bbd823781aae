import type { HelpArticle } from "../article";

export const RECEIVING: HelpArticle[] = [
  {
    id: "open-letter",
    section: "receiving",
    title: "I got an email with a link. How do I open it?",
    asks: "recipient received someone sent me a letter without account open link one-time code six digits code did not arrive expired wrong code login view read code does not work never received the code no code got no code where do i type it how long is the code valid the numbers you emailed are refused wrong digits enter password asked for a code link does nothing cannot open",
    answer:
      "Open the link and press the button: we email you a six-digit code, at the address the letter was sent to. Type it in, and the letter opens. You need no account. A code works for ten minutes, in the browser that asked for it; you can always have a new one sent.",
    more: [
      "No code? Look into the spam folder, and use the code from our latest email: a new code ends the one before.",
      "If you have an account under the same, confirmed address, log in and you’ll find the letter there, without a code.",
    ],
  },
  {
    id: "is-it-genuine",
    section: "receiving",
    title: "Is the email I got genuine, or is it spam?",
    asks: "phishing scam fake suspicious unknown sender virus trust real someone has kept something for you email from someone who died dead mother father real safe to click afraid i don't know this person why do they write to me stranger wrote to me how did you get my address",
    answer:
      "A genuine email from us links to this site only, and asks for no password and no payment. The letter opens after a code that we send to the same mailbox. If you don’t want it, the page offers “This is not for me” and lets you block the sender.",
  },
  {
    id: "later-or-never",
    section: "receiving",
    title: "I don’t want to read it now, or not at all",
    asks: "another day not today open later no more messages from this person want nothing remind me next week month instead later put off postpone not for me decline refuse block sender unwanted stop emails from someone unblock too soon not ready grief wait until next year save it for later harassment ex partner",
    answer:
      "The page behind the link offers three ways: Remind me later lets you choose a day, This is not for me ends all mail about this letter, and Block stops everything from this sender. You can undo each with the same link.",
  },
  {
    id: "lost-email",
    section: "receiving",
    title: "I lost the email, or think that something was left for me",
    asks: "cannot find deleted the email with the link link no longer works stopped working invalid old mailbox gone search for letters messages from my late husband wife father mother who died passed away deceased left something behind is there a letter for me find out whether",
    answer:
      "Sign up or log in with the address it was sent to, and confirm that address: everything delivered to it is on your dashboard. If you have a claim card, enter its code at /claim. The sender can also share it with you by a link.",
    more: [
      "If someone left you something for a later day, it comes by itself on that day, so keep your mailbox. We can’t say before whether there is something for you: that’s between them and the day they chose.",
      "If their letters come to an address that you no longer have, please write to us.",
    ],
    link: { href: "/auth?mode=signup", label: "Sign up" },
  },
  {
    id: "reply",
    section: "receiving",
    title: "Can I reply to what I received?",
    asks: "answer write back respond thank you sender replies activity conversation",
    answer:
      "Yes. Once you’ve opened it, you can write back under the letter, with up to three files, without an account. The sender gets an email and finds your reply under Activity, Replies, and can answer.",
    link: { href: "/activity?tab=replies", label: "Replies" },
  },
  {
    id: "download",
    section: "receiving",
    title: "Can I download a vault?",
    asks: "export keepsake zip offline archive save copy backup take away my data print keep forever print it out on paper save the recording voice photos to my phone computer album after the seven years keep it longer usb stick",
    answer:
      "Yes. Download on a vault’s page, or under a letter you received, gives you the keepsake: a ZIP with a page that opens offline in any browser, the original files, and the seal certificate if there is one.",
    more: ["It works without Amberkeep, so it’s yours even if we’re no longer there."],
  },
  {
    id: "share",
    section: "receiving",
    title: "Can I show a delivered vault to others?",
    asks: "share link family public send link revoke stop sharing social media brother sister relatives read it as well too show my family the letter forward let someone else read pass on publish facebook instagram whatsapp post it public website",
    answer:
      "Yes, once it’s delivered. Share makes a link that opens the letter and its files without an account or a code. You can give the link a last day and turn it off at any time. Sender and recipient can both make one.",
    more: ["Photos, videos and recordings are shared as copies without the place where they were made."],
  },
  {
    id: "claim-card",
    section: "receiving",
    title: "What is a claim card?",
    asks: "printed card code qr child son daughter baby without email address no mailbox paper card lost card claim open with code found a card in his papers grandchild great-grandchild too young no email address hand over in person drawer will safe give to a notary lawyer put in an envelope safe deposit box will be able to open it when grown up scratch qr code handed over",
    answer:
      "A claim card is a sheet you print, with a QR code and no content. From the vault’s day on, whoever has it can open the vault at /claim, without any mailbox: for a child, or for when no address works any more. Keep it like a key.",
    more: [
      "We don’t keep the code, so a lost card can’t be printed again. Make a new one; the old one stops working.",
      "What couldn’t be delivered can be claimed for seven years.",
    ],
    link: { href: "/claim", label: "Enter the code of a card" },
  },
];
