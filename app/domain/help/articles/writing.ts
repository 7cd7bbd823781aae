import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH, BOARD_RECIPIENTS_MAX, MESSAGE_MAX_LENGTH } from "~/domain/vault/vault";
import type { HelpArticle } from "../article";

const MB = 1024 * 1024;
const megabytes = (bytes: number) => `${bytes / MB} MB`;
const count = (figure: number) => figure.toLocaleString("en-US");
const board = mediaLimits("memory-board");
const create = { href: "/create", label: "Create a vault" };

export const WRITING: HelpArticle[] = [
  {
    id: "first-vault",
    section: "writing",
    title: "How do I make my first vault?",
    asks: "get started begin how it works create write letter memory new kinds types of vault difference beginner steps not good with computers easy explain where do i begin help me instructions simple put in a picture explain in short what is this what can i do here tour tutorial example",
    answer:
      "Choose Create Vault and then one of three kinds: a vault to send to someone, a memory board for a group, or a message to your future self. Write, add a file if you like, choose the day, and press Schedule Memory. Your first vault is free.",
    more: [
      "A vault needs a title, a delivery date, and at least a message or a file. One that goes to someone else also needs their email address.",
      "You can begin before you have an account. You’re asked to sign up when it’s time to save.",
    ],
    link: create,
  },
  {
    id: "without-account",
    section: "writing",
    title: "Can I write before I sign up?",
    asks: "visitor guest anonymous try without account lost browser closed unsaved letter registration not registered",
    answer:
      "Yes. Fill in the form without an account, and we keep what you wrote for 30 days, encrypted and only for your browser. When you sign up or log in there, it moves into your account with its files.",
    more: [
      "It isn’t delivered until you have an account. On a shared computer, use Discard when you’re done: the drafts belong to that browser.",
    ],
    link: create,
  },
  {
    id: "drafts",
    section: "writing",
    title: "Can I save a vault and finish it later?",
    asks: "draft autosave finish letter unfinished continue save later remove a draft resume half written finish vault now discard is it saved did it save power cut battery died pressed the button lost what i wrote began a letter last week where is it now half finished close the tab lose everything gone disappeared vanished find it again",
    answer:
      "Yes. Press Save draft; with JavaScript on, the form also saves itself as you type. Drafts wait on your dashboard with a Draft badge until you finish or discard them. They take no place in your plan. If you change a scheduled vault, your changes are kept in its form in the same way, and it stays as it was until you press Update Memory.",
    link: { href: "/dashboard?tab=drafts", label: "Your drafts" },
  },
  {
    id: "photos-videos-audio",
    section: "writing",
    title: "What photos, videos and recordings can I add, and how large?",
    asks: "upload file size limit maximum megabytes gigabytes how many pictures picture video audio voice recording music attach format too big heic jpeg mp4 words length put a picture in record my voice sing film microphone camera scan old photos how long can a video be cut compress which file types are accepted formats allowed pdf document scan handwritten pen and paper upload stops halfway slow fails interrupted how long can my text be number of words characters pages",
    answer: `A vault to someone holds one photo, video or recording, a message to your future self holds ${mediaLimits("future-self").total}, and a memory board up to ${board.photo} photos and ${board.video} videos. A photo can have ${megabytes(MEDIA_MAX_BYTES.photo)}, a recording ${megabytes(MEDIA_MAX_BYTES.audio)}, a video ${megabytes(MEDIA_MAX_BYTES.video)}.`,
    more: [
      `All files of a board together can have ${BOARD_MAX_BYTES / MB / 1024} GB. A letter can have ${count(MESSAGE_MAX_LENGTH)} characters, the notes of a board ${count(BOARD_NOTES_MAX_LENGTH)}.`,
      "We look at what is in a file, not at its name. If a file can’t be read as a photo, video or recording, the form says so and keeps everything else you typed.",
    ],
  },
  {
    id: "memory-boards",
    section: "boards",
    title: "What is a memory board, and how do guests join?",
    asks: "shared group party wedding birthday event friends family together contribute invite link qr code join guest list several recipients do the guests need to register account print qr code for the tables place cards school class office farewell colleagues reunion anniversary how many guests class pupils teacher school team club colleagues whole group scan something to take part collect",
    answer:
      "A memory board is a shared vault for a wedding, a birthday or any other day with many people. It has an invite link and a QR code; guests join with just a name, without an account, and add photos, videos, recordings and notes. Those who leave an email address get the board on its day.",
    more: [
      `As the host you can list up to ${BOARD_RECIPIENTS_MAX} recipients yourself, see who has joined, remove someone, approve or hide what they add, pause the board, and make a new link, which turns off the old one. You’ll find this on the board’s page under “Invite guests, and see who has joined”.`,
      "The link works from the moment the board is scheduled until the day it opens. The room is shared fairly between the guests, so no one can fill it alone. Guests can take back what they added at any time.",
    ],
    link: { href: "/create?type=memory-board&step=form", label: "Make a memory board" },
  },
  {
    id: "future-self",
    section: "writing",
    title: "Can I send something to myself?",
    asks: "future self me my own letter to myself diary goals remind me me in ten years new year resolution time capsule for myself",
    answer:
      "Yes. Choose Future Self. It comes back to the email address of your account on the day you choose, so you don’t enter a recipient.",
    link: { href: "/create?type=future-self&step=form", label: "Write to your future self" },
  },
  {
    id: "several-people",
    section: "writing",
    title: "Can one vault go to several people?",
    asks: "multiple recipients more than one recipient children siblings same letter two people copy send again duplicate create similar all my grandchildren twins the whole family each of them one letter for two thirty pupils students class employees each person",
    answer:
      "A vault to someone goes to one person. For several people, make a memory board and list them all, or write one vault for each: Send again and Create Similar open the form filled in with an earlier vault.",
  },
  {
    id: "edit-vault",
    section: "writing",
    title: "Can I change a vault after I scheduled it?",
    asks: "edit modify rewrite correct mistake typo misspelled entered typed the wrong update replace add remove a photo file in a scheduled vault postpone by years change date change the day reschedule earlier later recipient wrong email address fix a mistake add the address later don't have the address yet new address moved wrong day change recipient date of the wedding is not known yet arrive one year earlier add a picture to a letter already scheduled change the words rewrite part of it forgot to add something",
    answer:
      "Yes, until it’s sealed or its day has come. Open it and choose Edit Memory to change the words, the files or the day. A sealed vault can’t be edited, but you can still change where it goes.",
    more: ["“Change where it goes” on the vault’s page is for the address, the second address and the backup contact."],
    link: { href: "/dashboard", label: "Your vaults" },
  },
  {
    id: "cancel-vault",
    section: "writing",
    title: "How do I cancel or delete a vault?",
    asks: "remove delete erase withdraw changed my mind stop delivery take back get rid undo cancelled vault regret divorce don't want to send it anymore stop it before it goes free its place changed my mind after scheduling call it back unsend recall abort",
    answer:
      "Open the vault and choose Cancel this vault; we ask once more before it happens. Its text and files are erased, nothing is delivered, and its place in your plan is free again. This can’t be undone.",
    more: ["A vault that was already delivered can’t be cancelled. A draft has Discard this draft instead."],
  },
  {
    id: "same-title",
    section: "writing",
    title: "Why does it say “A memory with this title already exists”?",
    asks: "error duplicate title name taken already exists unique",
    answer:
      "Two vaults that are still waiting can’t have the same title, so that you can tell them apart. Give this one another title. Once a vault has been delivered or cancelled, its title is free again.",
  },
];
