import { BOARD_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH, BOARD_RECIPIENTS_MAX } from "~/domain/vault/vault";
import type { HelpArticle } from "../article";

const GB = 1024 ** 3;
const board = mediaLimits("memory-board");

export const BOARDS: HelpArticle[] = [
  {
    id: "memory-boards",
    section: "boards",
    title: "What is a memory board, and how do guests join?",
    asks: "what is a memory board | shared board | group vault | wedding guests take part | collect photos from everybody | invite guests | invite link | qr code for my guests | where is the qr code for the tables | print table cards | do guests need an account | must guests register | graduation class | farewell for a colleague | surprise for her 80th birthday | family reunion | school class | let my friends add pictures | everyone contributes | scan something to join | how do people join | send the invitation | baby shower | anniversary party | funeral guests share memories | make a board | set up the qr thing for our party | bar code for guests | write one together with others | we want to do one as a group | how do I create a board | how to create a board | how do I invite contributors | how do I invite people to the board | share the board with guests | collect messages from colleagues | group card | leaving card | guest book | wedding guestbook | how does the qr code work | where do I get the qr | where's the link for guests | code for guests to scan | is the qr private | who can join with the qr | can anyone with the link join | memorial page | retirement | class of 2030 | family album together | many people write to one person | let others contribute | ask friends for videos | 25 people should each add something | collect photos from everyone | group gift | retirement party, colleagues each write something | shared album | how do my friends take part | put together with others | how do I get people to join | our family reunion | anniversary of my parents, all of us together | class project | let others add to it | code for the tables",
    answer:
      "A memory board is a shared vault for a wedding, a birthday or any other day with many people. It has an invite link and a QR code; guests join with just a name, without an account, and add photos, videos, recordings and notes. Those who confirm their email get the board on its day.",
    more: [
      "Choose Create Vault, then Memory Board. The link and the QR code, with table cards to print, are on the board’s page under “Invite guests, and see who has joined”. They work from the moment the board is scheduled until the day it opens.",
      `You can list up to ${BOARD_RECIPIENTS_MAX} recipients yourself, besides the guests.`,
    ],
    link: { href: "/create?type=memory-board&step=form", label: "Make a memory board" },
  },
  {
    id: "board-limits",
    section: "boards",
    title: "How much fits on a board, and how many guests?",
    asks: "how many photos on a board | how many pictures can we put on the board | how many guests may join | limit of guests | maximum number of guests | board is full | the board says it is full | no room left on the board | how many people can I invite | space on the board | party with 300 people | how many videos on a board | a guest can't add more | make room on the board | biggest number of photos | how many people can contribute | how many contributors | how many guests can join | how big can a board be | board storage | is there a limit to photos guests can add | upload limit for guests | the board has no space | we are 200 people | how many can take part | is 80 guests too many | how many videos fit on the board | is there room for 200 photos | maximum for a party | how long may the notes be | the board is full | how big can the whole thing get",
    answer: `Up to ${board.photo} photos, ${board.video} videos, ${board.audio} recordings and ${BOARD_NOTES_MAX_LENGTH.toLocaleString("en-US")} characters of notes, together at most ${BOARD_MAX_BYTES / GB} GB, from up to 500 guests. The room is shared fairly between the guests, so no one can fill it alone.`,
    more: [
      "When it’s full, the host can remove pieces to make room. What a guest has just chosen stays in the form until then.",
    ],
  },
  {
    id: "board-hosting",
    section: "boards",
    title: "How do I decide who joins my board, and what’s on it?",
    asks: "moderate the board | approve pieces | hide a picture | remove a photo somebody posted | inappropriate post | a stranger joined | someone I don't know is on the list | remove a guest | kick someone out | ban a guest | stop people from adding more | pause the board | close the board | last day to add | deadline for guests | the invite link got out | new invite link | turn off the link | take down an embarrassing video | rude comment | see who has joined | control who can post | guest list | link leaked | somebody reported a piece | look at pieces before they appear | uninvite | approve contributions | manage contributions | delete a guest's photo | someone posted something bad | unwanted guests | stop new guests | end contributions | close contributions on a date | review before publishing | change the invite link | the qr was shared publicly | host controls | settings of the board | make guests' posts wait for me | remove a contributor | report on the board | privacy of the board | somebody posted something rude | a drunk guest put up nonsense | throw somebody out | approve what people add | take something off the board | keep strangers out | the code leaked | stop taking pieces | lock the board so nobody can add | moderate | who can post | inappropriate picture | a guest misbehaves | make a new join link | reject a photo",
    answer:
      "On the board’s page, under “Invite guests, and see who has joined”, you can look at each piece before it appears, hide or remove pieces, remove a guest, pause the board, set a last day for adding, and make a new invite link, which turns off the old one.",
  },
  {
    id: "co-hosts",
    section: "boards",
    title: "Can someone run the board with me?",
    asks: "co-host | my sister helps me run the board | let a friend manage the board | another host | share the hosting | two people organise it | can we both be in charge | second organiser | help me with the board | add my husband as host | best man wants to look after it | remove a co-host | what can a co-host do | maid of honour manages it | together with my brother | can another person manage it | more than one organiser | add an admin | give a friend access to the board | can we manage it together | delegate | help with hosting | transfer the board | can my wife manage the board too | two hosts | share the work of hosting | my friend should help me moderate | hand the board over to someone | a second organiser | my sister organises it with me | give someone else control | helper for the party | assistant host | other admins",
    answer:
      "Yes. On the board’s page, under “Invite guests, and see who has joined”, enter their name and email under “Host it together”. A co-host sees every piece, can approve, hide or remove it, and can invite guests. Sealing stays with you, and you can remove them again.",
    more: ["A co-host needs a free account under the address you invited."],
  },
  {
    id: "board-guests",
    section: "boards",
    title: "I’m a guest of a board. How do I add or change my pieces?",
    asks: "I'm a guest | add my photos to the board | how do guests add their photos | upload to the party | how to contribute | I was invited to a board | delete what I posted | remove my picture from the board | edit my note | change my post | take back what I wrote | change my name on the board | leave the board | take everything back | private link | come back from another phone | I lost my guest page | I can't find my pieces again | guest leaves a voice message | add more later | I joined twice | a guest wants to delete what she wrote | leave a story for the couple | grandpa has no smartphone, can he take part | how do I contribute | I scanned the code, what now | I joined, how do I add pictures | how can guests upload | do I need the app as a guest | edit my contribution | remove my contribution | I posted the wrong photo | add a message for the bride | I want to change what I wrote on the board | how do I get back to my page on the board | my name is spelled wrong on the board | can I add several photos | post something | withdraw my pieces | I put up the wrong picture | how do I take back what I added | I want to add another photo to the party | I misspelled my name on the board | do I need to register to add my photo | where is my piece | change my contribution | I changed phones and can't edit my picture | I got an invitation to contribute",
    answer:
      "Open the invite link or scan the QR code, give a name, and add a photo or video, tell a story, or say it aloud. You need no account. On your page, Change under a piece lets you edit or remove it until the board opens; you can also change your name, or take everything back.",
    more: [
      "Your page works in the browser you joined with. To get to it from another phone or computer, use your private link under “Come back from another phone”, or take your pieces into a free account.",
    ],
  },
  {
    id: "board-reveal",
    section: "boards",
    title: "When do guests see the board, and can we show it on a screen?",
    asks: "when can guests see the board | see what the others added | when does it open | reveal | open the board early | see everything before the day | show the pictures on a big screen | tv | projector | beamer | slideshow at the party | live wall | wall | will guests be told when it opens | how do I see all the pictures from last night | keep it a surprise | may the bride see it before | download all the photos of the party | after the event | are pieces secret until then | everybody's photos in one place | thank the guests | view the finished board | when is the board opened | when will everyone see it | can guests see each other's photos | project the photos during the reception | display photos live | show on a screen at the venue | live slideshow | how do I thank my contributors | thank everyone who took part | how do I deliver the board | where is the board after the party | get all the photos | download everyone's pictures | watch it together | present the board | how does the recipient get the board | when is the big reveal | when will everybody see it | can we look at it now | can guests peek before | the day it opens for all | who gets to see it afterwards | play it as a slideshow | on the television at the party | surprise for the birthday girl, when does she see it | do guests see each other's pictures | full screen",
    answer:
      "On its day. Guests who confirmed their email address and the recipients on your list then get an email with a link; until then guests see only their own pieces. If you tick “Guests see each other’s pieces now”, everyone sees them at once, and “See the wall” shows new ones live on a screen in the room.",
    more: ["After the reveal the board can be played as a slideshow, and downloaded with all its files."],
  },
];
