import { stemmer } from "stemmer";

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  "a about after all also am amberkeep tomorrow tonight yesterday an and any are as at be been but by can cannot cant could couldnt did didnt do does doesnt dont else for from had hadnt has hasnt have havent hasnt help here hi hello how however i id if ill im in into is isnt it its itself ive just know like lol me mean mine must my myself of on one or our ours out perhaps please pls really say says should shouldnt some somehow still tell than that thats the their theirs them then there theres these they thing things think this those to too u up ur us use want was wasnt we well were weren what whats when where whether which while who whom whose why will with within without wont would wouldnt yes yet you your yours yourself thanks thx hey ok okay ever even exactly actually possible able way ways let lets going gonna wanna got get gets getting go goes make makes made doing done need needs".split(
    " ",
  ),
);

/** Synonyms by the word that replaces them. */
const SYNONYMS: Record<string, string> = {
  photo:
    "photos picture pictures image images pic pics snapshot snapshots foto fotos photograph photographs selfie selfies album albums",
  video: "videos film films movie movies clip clips vid vids footage camcorder",
  recording: "recordings record records recorded voice voices audio sound sounds",
  email: "emails mail mails mailed emailed emailing inbox mailbox mailboxes gmail outlook hotmail",
  spam: "junk",
  card: "cards",
  edit: "edited editing amend alter modify revise correct corrected correcting fix fixed mistake mistakes typo typos rewrite reword rephrase tweak adjust misspelling",
  change: "changed changing changes switch update updated replace replaced swap",
  wrong: "incorrect mistyped misspelled mistype misspelt invalid refused bad",
  delete:
    "deleted deleting deletion remove removed removing removal erase erased erasing wipe destroy bin trash discard ditch scrap undelete",
  cancel: "cancelled canceled cancelling withdraw abort revoke undo recall unsend halt annul",
  die: "died dies dead death deceased dying posthumous posthumously alive demise perish passing widow widowed widower funeral",
  register: "registered registering registration signup enrol member members membership",
  login: "log logged logging signin logon sign signing signed",
  receipt: "receipts invoice invoices bill bills statement",
  refund: "refunds refunded reimburse reimbursed",
  gift: "gifts present presents voucher vouchers",
  buy: "bought buying purchase purchased order ordered",
  pay: "paid payment payments pays paying charged charge billed paypal",
  cost: "costs price prices pricing priced fee fees expensive cheap money dollars euros pounds quid costing costly afford charges budget",
  child:
    "children kid kids baby babies grandchild grandchildren grandson granddaughter grandkids son sons daughter daughters toddler newborn infant niece nephew godchild boy girl boys girls teen teens teenager teenagers pupil pupils godson goddaughter stepson stepdaughter unborn",
  parent:
    "parents mother mothers father fathers mum mom mums moms dad dads mummy mommy daddy mama papa grandma grandmother granny gran nan grandpa grandfather grandad aunt uncle stepmother stepfather grandparent grandparents nana grandmum",
  spouse:
    "husband wife partner boyfriend girlfriend fiancee hubby wifes husbands bride groom fiance spouses girlfriends boyfriends",
  guest: "guests attendee attendees invitee invitees contributor contributors participant participants",
  party:
    "parties wedding weddings celebration event events birthday anniversary graduation reunion celebrations jubilee reception gathering",
  board: "boards",
  letter:
    "letters message messages msg note notes vault vaults memory memories capsule capsules timecapsule timecapsules writing",
  large:
    "big bigger larger huge largest biggest oversized giant massive gigabyte gigabytes gb mb megabyte megabytes megapixel megapixels",
  small: "tiny smaller little smallest",
  address: "addresses adress addres",
  recipient: "recipients receiver addressee",
  receive: "received receiving receives gotten",
  send: "sent sends sending deliver delivers delivered delivery delivering dispatch post posted mailing",
  arrive: "arrived arrives arriving arrival reach reached reaches landing land lands",
  day: "date dates days",
  time: "hour hours clock",
  code: "codes pin digits passcode otp",
  phone: "phones telephone mobile cell cellphone smartphone iphone android handset",
  secure: "security safe safely safety protect protected protection insecure",
  private: "privacy privately secret confidential",
  create: "creates created creating creation begin beginning start started starting new compose build",
  early: "earlier before beforehand sooner prior premature prematurely ahead advance",
  data: "information info details",
  device:
    "devices computer computers laptop laptops pc mac macbook tablet tablets ipad desktop notebook chromebook ipads",
  app: "apps application applications software programme",
  error:
    "errors glitch bug bugs broken broke crash crashed crashes crashing freezes frozen jammed problem problems issue issues trouble fault faulty oops failing malfunction outage",
  screen: "projector project beamer tv television display monitor",
  trusted: "trustee trustees guardian guardians executor executors heir heirs trust lawyer solicitor notary attorney",
  find: "finding found search searching locate",
  know: "knows knowing aware told informed inform notify notified notification notifications notice",
  old: "elderly older ancient aged",
  manage: "managing run running organise organize organising administer",
  thank: "thanking thankyou",
  trustworthy: "legit legitimate genuine real reliable",
  quality: "resolution",
  several: "multiple",
  visitor: "visitors",
  reminder: "remind reminded reminders reminding nudge",
  language:
    "languages german french spanish italian portuguese polish chinese arabic russian japanese dutch swedish turkish",
  colour: "color colours colors",
  cohost: "cohosts",
  invite: "invited invites inviting invitation invitations summon",
  show: "shows shown showing",
  call: "calls calling ring",
  block: "blocked blocking ban banned",
  kick: "throw",
  unhappy: "dissatisfied disappointed complain complaint complaints angry",
  country: "countries abroad overseas",
  recovery: "backup recover recovering",
  read: "reading reads view viewing viewed see sees seen look looks looking looked peek peeking glimpse glance",
  open: "opened opening opens",
  write: "wrote written writes type typed typing draft drafting jot",
  save: "saved saving saves store stored keep keeps kept keeping preserve preserved",
  download: "downloaded downloading downloads export exported",
  person:
    "human people somebody someone anybody anyone friend friends relative relatives everybody everyone neighbour neighbor neighbours neighbors colleague colleagues coworker buddy mate lady guy man woman",
  stop: "stopped stopping stops prevent end ended quit halted",
  unsubscribe: "optout unsubscribing",
  password: "passwords pw pwd passwort passphrase",
  account: "accounts acount accout profile",
  forgot: "forgotten forget",
  lost: "lose losing loses misplaced mislaid missing gone vanished disappeared",
  stolen: "theft nicked stole robbed",
  hacked: "hacker hackers hack compromised intruder intruders breach burglar",
  confirm: "confirmation confirmed verify verification verified verifying activate activation validate",
  schedule: "scheduled scheduling plan planned",
  year: "years decade decades",
  encrypted: "encryption encrypt encrypts cryptography",
  page: "pages site website webpage webpages",
  upload: "uploads uploading uploaded attach attached attachment attachments uploader hang hangs stuck",
  file: "files document documents",
  reply: "replies respond response answer answers answered answering",
  subscription: "subscribe subscribed monthly yearly annual recurring renew renews renewal",
  company: "business firm startup service employer boss organisation organization",
  close: "closes closed closing shut bankrupt bust insolvent vanish disappear fold",
  share: "shared sharing forward shares passed",
  postpone: "postponed delay delayed reschedule rescheduled later",
  many: "number amount count",
  maximum: "max limit limits limited most furthest farthest latest",
  anonymous: "anonymously",
  sibling: "brother brothers sister sisters sis bro siblings cousin cousins twin twins",
  stranger: "strangers unknown",
  browser: "browsers safari chrome firefox edge opera",
  together: "jointly",
  dark: "black night",
  paper: "envelope envelopes doorstep postman stamp stamps hardcopy",
  location: "position whereabouts coordinates gps",
  afraid: "scared frightened worried fear",
  easy: "simple simply easily difficult hard complicated savvy beginner",
  weekly: "monday week",
  home: "house doorbell residence",
  fingerprint: "biometric biometrics faceid touchid",
};
const STANDS_FOR = new Map(
  Object.entries(SYNONYMS).flatMap(([word, others]) => others.split(" ").map((other) => [other, word] as const)),
);

/** Phrases with a meaning of their own, and the word for it. */
const PHRASES: [RegExp, string][] = [
  [/\be ?- ?mails?\b/g, "email"],
  [/\bhow (long|many|much|often|far|old|big|large)\b/g, "how$1 $1"],
  [/\btime capsules?\b/g, "capsule"],
  [/\b(im|i am|after im|when im|ive) gone\b/g, "die"],
  [/\bset(ting)? ?up\b/g, "create"],
  [/\b(two|2)fa\b/g, "2fa"],
  [/\bback ?-?up\b/g, "backup"],
  [/\bsingle ?- ?use\b/g, "onetime"],
  [/\bre-?(send|call)\b/g, "re$1"],
  [/\b(log|sign)(ged|ging|ning|ned)? ?-?(in|on|into)\b/g, "login"],
  [/\bsign(ing|ed)? ?-?up\b/g, "register"],
  [/\b(pass(ed|es)? away|no longer (with us|alive))\b/g, "die"],
  [/\b(out of business|go(es|ing)? bust)\b/g, "bankrupt"],
  [/\bmoney back\b/g, "refund"],
  [/\btext messages?\b/g, "sms"],
  [/\bone ?- ?time\b/g, "onetime"],
  [/\b(two|2) ?- ?(factor|step)s?\b/g, "2fa"],
  [/\btime ?-? ?zones?\b/g, "timezone"],
  [/\bco ?- ?hosts?\b/g, "cohost"],
  [/\bq ?r\b/g, "qr"],
];

const PAIR = "_";

const standardised = (word: string) => stemmer(STANDS_FOR.get(word) ?? word);

export const searchWords = (text: string) =>
  PHRASES.reduce(
    (rest, [phrase, word]) => rest.replace(phrase, word),
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f'’]/g, ""),
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Words to leave uncorrected, whether or not an article has them. */
export const COMMON_WORDS: readonly string[] = [...STOP_WORDS, ...STANDS_FOR.keys(), ...STANDS_FOR.values()];

/** The word stems of a text that can tell articles apart. */
export function termsOf(text: string): string[] {
  return searchWords(text).flatMap((word) => (STOP_WORDS.has(word) ? [] : [standardised(word)]));
}

/** The terms, and the pairs of neighbouring words, such as “too soon”, which may both be too common alone. */
export function termsAndPairsOf(text: string): string[] {
  const words = searchWords(text).map(standardised);
  return [...termsOf(text), ...words.slice(1).map((word, index) => `${words[index]}${PAIR}${word}`)];
}

export const isPair = (term: string) => term.includes(PAIR);
