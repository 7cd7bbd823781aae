import { CONTACTS_MAX } from "~/domain/legacy/legacy";
import type { HelpArticle } from "../article";

export const SAFETY: HelpArticle[] = [
  {
    id: "who-can-read",
    section: "safety",
    title: "Who can read what I wrote?",
    asks: "privacy private encrypted encryption secure security staff employees amberkeep read confidential see my letter safe hacked data protection sell my data advertising ads third parties tracking used for ai training do you look at police court authorities ex husband wife get at steal stolen database leak breach hackers spy secret snoop",
    answer:
      "You, until you seal it; the recipient, once it’s delivered; nobody else. A legacy contact can read it only if you allowed that, the delivery failed, and you didn’t object within 30 days. Words and files are stored encrypted. Our servers hold the key, because they have to open it on the day.",
    more: [
      "None of our pages shows your vaults to us. Every vault has its own key, and a copy of the database alone reveals nothing of what you wrote. Names and email addresses of recipients are stored as they are, because we need them to deliver.",
    ],
  },
  {
    id: "seal",
    section: "safety",
    title: "What does sealing a vault do?",
    asks: "seal sealed lock close permanently irreversible unseal certificate change after sealing open early nobody can change what was written open before the day point of sealing why seal what for locked too early changed my mind after sealing wrong day in a sealed vault",
    answer:
      "From then on nobody, you included, can read or change it before its day. It can’t be undone. You can still correct the address, or cancel it. You get a seal certificate by email, and the recipient sees that nothing was changed since.",
    more: [
      "A sealed memory board takes no more pieces and shows none, to you or to guests. Its certificate covers what you put there, not the pieces of guests.",
    ],
  },
  {
    id: "verify-certificate",
    section: "safety",
    title: "How do I check a seal certificate?",
    asks: "verify certificate proof unchanged tampered genuine fingerprint signature sha hash nobody changed what she he wrote unaltered authentic sure that it is the original prove",
    answer:
      "Paste the certificate, or choose its file, at /verify. The page says whether it’s genuine and whether the vault is still what was sealed. It shows nothing of what is in the vault.",
    link: { href: "/verify", label: "Check a certificate" },
  },
  {
    id: "legacy-contacts",
    section: "safety",
    title: "What happens to my vaults if I die?",
    asks: "legacy contact death dead pass away die heir trusted person inherit after my death when i am gone emergency someone look after too old ill sick dementia cannot do it myself look after my letters when i no longer can executor will testament lawyer notary solicitor executor gets a copy if it can't be delivered brother sister takes over coma accident hospital",
    answer: `They’re delivered on their day all the same: nobody has to do anything. For the case that a delivery fails then, name legacy contacts: up to ${CONTACTS_MAX} people you trust, each with the permissions you give them. Without a failed delivery they learn nothing of your vaults.`,
    more: [
      "A legacy contact can be allowed to give us another address, to ask to read the vault, or to get a copy. Reading and the copy come only after 30 days, in which you can stop it with one click.",
    ],
    link: { href: "/settings/legacy-contacts", label: "Legacy Contacts" },
  },
  {
    id: "how-long-kept",
    section: "safety",
    title: "How long do you keep my vaults?",
    asks: "retention storage duration stored forever expire when do you delete a letter deleted after it was delivered delivery seven years keep waiting vaults how long will the letter be there available for me can i read it again next year does the link expire",
    answer:
      "A waiting vault is kept until its day, however far away. A delivered one is kept for seven years from its delivery, and we email you and the people who have it 90, 30 and 7 days before the end. One that couldn’t be delivered can be claimed for seven years. Download what you want to have for longer.",
  },
  {
    id: "if-we-close",
    section: "safety",
    title: "What if Amberkeep shuts down before the day?",
    asks: "company bankrupt close closes shut down go out of business disappear promise wind-down guarantee trust reliable will you still exist in 20 30 50 years bankruptcy insolvent sold taken over provider ends",
    answer:
      "We’ve written down what we’d do then, in a pledge at /promise: notice of at least twelve months, every vault offered back to its sender or sent on, and nothing thrown away unread. The same page shows live figures of how we’re doing. And you can download any vault you can read at any time.",
    link: { href: "/promise", label: "Our promise" },
  },
  {
    id: "location-in-photos",
    section: "safety",
    title: "Do my photos reveal where they were taken?",
    asks: "gps data location videos pictures images metadata exif camera place coordinates strip remove",
    answer:
      "What others see of a guest’s files on a board, and what is behind a share link, has no location in it: not in photos, and not in videos or recordings. The original file is kept unchanged. Your recipient gets the originals of what you put into a vault yourself.",
  },
];
