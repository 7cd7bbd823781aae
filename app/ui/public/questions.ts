import { PLANS } from "~/domain/account/plans";
import { HORIZON_YEARS } from "~/domain/calendar/delivery-date";
import { mediaLimits } from "~/domain/media/media";
import { HELD_YEARS } from "~/domain/vault/ladder";

export type Question = { question: string; answer: string[]; link?: { href: string; label: string } };

const board = mediaLimits("memory-board");
const paid = PLANS.filter(({ price }) => price > 0);
const priceList = paid.map(({ vaultLimit, price }) => `${vaultLimit} vaults for $${price.toFixed(2)}`).join(", ");

/** The questions of the FAQ page. The answers are plain text, because search engines get them as well. */
export const QUESTIONS: Question[] = [
  {
    question: "What can I put into a vault?",
    answer: [
      "Words, photos, videos and recordings. A vault to send to someone holds a letter and one file.",
      `A memory board holds up to ${board.photo} photos, ${board.video} videos and 3 pages of notes, and everyone you invite can add to it. A message to your future self holds a letter and ${mediaLimits("future-self").total} files.`,
      "A photo can be up to 25 MB, a recording 100 MB and a video 500 MB.",
    ],
  },
  {
    question: "How far ahead can I send something?",
    answer: [
      `Up to ${HORIZON_YEARS} years from today. Today is possible, too: then it goes out within a minute of its hour.`,
      "It goes out at 09:00 where you live unless you choose another hour. If your country changes its clocks, 09:00 stays 09:00.",
    ],
  },
  {
    question: "Does my recipient need an account?",
    answer: [
      "No. On the day, they get an email with a link. To make sure it’s them, we send a one-time code to the same address. That opens your vault, and only yours.",
      "If they have an account with that address, they find it there as well.",
    ],
  },
  {
    question: "Who can read it before its day?",
    answer: [
      "Only you. Once you seal it, not even you: from then on you can only correct the address or cancel it.",
      "Your words are stored encrypted, and so are files on our own servers. None of our pages shows them to us. Our servers hold the keys, because they must open it on its day. So it isn’t end-to-end encrypted.",
    ],
    link: { href: "/privacy", label: "Who can read what" },
  },
  {
    question: "Can I change my mind?",
    answer: [
      "Until you seal it, you can change everything: the words, the files, the person and the day. Whether sealed or not, you can cancel it until its day. Then its content is erased, and its place in your plan is free again.",
    ],
  },
  {
    question: "What if the email address no longer works?",
    answer: [
      "An email that comes back counts as not delivered. We try again for days, then the other ways you gave us: a second address, a text message where that’s possible, a backup contact, your legacy contacts. We tell you at each step, and you can enter a new address at any time.",
      `If nothing works, we keep it for ${HELD_YEARS} years. A claim card, which you can print beforehand, opens it without any email address.`,
    ],
    link: { href: "/how-it-works", label: "All the ways, in their order" },
  },
  {
    question: "What does it cost?",
    answer: [
      `Your first vault is free. More places are paid for once, and nothing renews: ${priceList}.`,
      "Each scheduled vault takes a place, and drafts don’t. A delivered one keeps its place.",
    ],
  },
  {
    question: "How long do you keep things?",
    answer: [
      "What’s waiting is kept until its day, however far off that is. What was delivered is kept for seven years. We write 90, 30 and 7 days before that ends, so that you and your reader can download it.",
      "If you delete your account, it’s erased 30 days later. You’re asked before whether letters that still wait should go out or be cancelled. What was delivered to others stays with them.",
    ],
  },
];
