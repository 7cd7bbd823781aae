import type { HelpArticle } from "../article";

/** For hosts and guests of memory boards; what a board is, is in `writing.ts`. */
export const BOARDS: HelpArticle[] = [
  {
    id: "board-hosting",
    section: "boards",
    title: "What can I decide as the host of a board?",
    asks: "moderate approve hide remove delete a piece picture photo note that a guest somebody posted inappropriate stranger unknown person joined kick out throw out ban remove a guest from the party stop guests from adding more close pause lock deadline last day to add co-host together help run manage another host invite link got out leaked into the wrong hands new link turn off take down an embarrassing video rude swear word spam somebody put up cousin control who may post censor",
    answer:
      "On the board’s page, under “Invite guests, and see who has joined”, you can look at each piece before it appears, hide or remove pieces, remove a guest, pause the board, set a last day for adding, and make a new invite link, which turns off the old one. You can also invite co-hosts to do this with you.",
    more: [
      "A co-host needs an account. They see every piece, can approve, hide or remove it, and can invite guests. Sealing stays with you.",
    ],
  },
  {
    id: "board-guests",
    section: "boards",
    title: "I’m a guest of a board. How do I add or change my pieces?",
    asks: "guest add photos pictures video voice message upload to the board party wedding contribute rename myself take back delete remove what i posted wrote private link other phone find my pieces again leave the board",
    answer:
      "Open the invite link or scan the QR code, give a name, and choose Add your piece: photos, videos, recordings or a note. You need no account. On your page you can edit or remove each piece, change your name, or take everything back.",
    more: [
      "Your page works in the browser you joined with. To get to it from another phone or computer, use your private link, which you find there, or take your pieces into a free account.",
      "If the board says that its room is used up, what you chose stays in the form. Ask the host to make room.",
    ],
  },
  {
    id: "board-reveal",
    section: "boards",
    title: "When do guests see the board, and can we show it on a screen?",
    asks: "reveal surprise see what the others added put up each other's pieces open the board early before the day live wall big screen tv projector beamer slideshow during the party evening celebration notify tell guests when it opens email on the day keep after the party download everything afterwards before the end of the party may the bride see keep secret until watch together display",
    answer:
      "On its day. Guests who confirmed their email address and the recipients on your list then get an email with a link; until then guests see only their own pieces. If you tick “Guests see each other’s pieces now”, everyone sees them at once, and “See the wall” shows new ones live on a screen in the room.",
    more: ["After the reveal the board can be played as a slideshow, and downloaded with all its files."],
  },
];
