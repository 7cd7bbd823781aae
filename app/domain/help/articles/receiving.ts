import type { HelpArticle } from "../article";

export const RECEIVING: HelpArticle[] = [
  {
    id: "open-letter",
    section: "receiving",
    title: "I got an email with a link. How do I open it?",
    asks: "I received a link | how do I open the letter | how do I read what was sent to me | someone sent me a letter | I got an email from you, what do I do | someone sent me something but I don't have an account | open it | where do I click | I'm the recipient | read my message | do I need to sign up to read it | the page asks for a code | why do I need a code | got a text with a link | link does nothing | what is this link | can I open it on another device | it opened in the wrong browser | view the letter I received | how do I see the video she left me | play the recording | how do I access my message | how do I view the message I got | I was sent a capsule | I have received something, what now | open my message | got a notification | how does the recipient open it | watch the video I was sent | instructions for recipients | someone left me a message | is there a password for the letter | why is it locked | I got a message saying a letter is waiting | how can I see what she sent me | there's something for me, how do I get in | my aunt sent me something | it asks for a code | what do I need to open it | I received a vault | read what was sent to me | the button in the email | got something from you today | must I join to read it | my friend wrote to me through this",
    answer:
      "Open the link and press “Open it”: we email you a six-digit code, to the address the letter was sent to. Type it in, and the letter opens. You need no account.",
    more: [
      "If you have an account under the same, confirmed address, log in and you’ll find the letter there, without a code.",
      "On a shared computer, press “Close this letter” under it when you’re done. The link then asks for a new code.",
    ],
  },
  {
    id: "no-code",
    section: "receiving",
    title: "The code doesn’t come, or isn’t accepted",
    asks: "no code | never got the code | the code didn't arrive | the six digit code never came | I haven't received the code | wrong code | code is wrong | code refused | code not accepted | the numbers you emailed me are refused | code expired | code is invalid | get a new code | send the code again | how long is the code valid | where do I find the code | one-time code | too many tries | it says the code isn't right | where is my code | code not working | enter the digits | which code | old code | waiting for the code | verification number | the code went to an old address | I'm not receiving a code | did not get my code | didn't receive my verification code | I never received my single-use code | what if I never received my code | access code missing | code by email not arriving | security code | send another code | code doesn't work | can't enter my code | no email with the number | resend the code | the code has run out | code incorrect | what if I can't access my email to get the code | the six digits are wrong | I've been waiting for the number | nothing in my inbox after ten minutes | it says the code is wrong | code has run out | where do I find the number | typed it three times | send the digits again | no number arrived",
    answer:
      "Check the spam folder of the mailbox that the letter was sent to; it can take a minute. Use the code from our latest email: a new code ends the one before. A code works for ten minutes, in the browser that asked for it. “Send a new one” is under the code field.",
    more: [
      "After five wrong tries, please have a new one sent. If you can no longer get into that mailbox, ask the sender to correct your address, or write to us.",
    ],
  },
  {
    id: "lost-email",
    section: "receiving",
    title: "I lost the email, or the link no longer works",
    asks: "I lost the email | deleted the email with the link | can't find the link | link doesn't work | link no longer works | the link in the email is dead | link expired | link has stopped | invalid link | page not found when I click the link | 404 from the email | old mailbox is gone | get the letter back | find the letter I got last year | send me the link again | email got lost | accidentally erased your message | says this link no longer works | nothing in my inbox | no mail arrived | I was told there is a letter but I have no email | it isn't in my inbox, spam neither | I don't have access to that email any more | can you help me find my lost letter | I can't find the email you sent | the link is broken | link not working | I deleted your mail | retrieve my message | access a letter again without the email | resend the link | expired link | the email disappeared | my email changed, how do I get my letter | I changed my email since, can I still get it | no longer have that address | my inbox is empty | haven't received anything | it never arrived in my mailbox | she deleted the email by accident | I can't find the message from you any more | I threw it away | the link is dead | link doesn't do anything | can you send it once more | it was months ago and the mail is gone | I changed my mailbox and lost the mail | the page says the link isn't valid | get the link again",
    answer:
      "Copy the whole link into the browser first: mail programs sometimes break it. If it has stopped, or you don’t have the email, sign up or log in with the address it was sent to, and confirm that address: everything delivered to it is on your dashboard. A claim card opens it at /claim.",
    more: [
      "The sender can also share it with you by a link. If their letters come to an address that you no longer have, please write to us.",
    ],
    link: { href: "/auth?mode=signup", label: "Sign up" },
  },
  {
    id: "left-for-me",
    section: "receiving",
    title: "Is there a letter for me from someone who died?",
    asks: "my husband died, did he leave us messages | is there something for me | find out whether my mother left a letter | my father passed away, he had vaults here | search for letters from my late wife | I think something was left for me | do you have a message from my dad | my friend passed away, did she write to me | how do I find what he left behind | can I get my brother's letters | access the account of someone who died | next of kin | executor | my late father's account | death certificate | can you open his vaults | close the account of a deceased relative | heirs | she told me she wrote something for me | waiting for a letter from someone who passed | inherit the account | did my grandfather leave a message for me | are there messages from my late mother | how can I get access to my deceased father's letters | my wife died and used your service | what happens to the account of a dead person | someone close to me died and had an account | report a death | my sister died, she was a member | can relatives get access | family of the deceased | how do I claim what he left | my grandmother left me something before she passed | did my dad leave anything here | is anything waiting for me | how do I find out whether there's a letter for me | my mother said there would be a message | after a death in the family | he told us about a letter before he died | I'm the widow | settle her estate | what about a dead person's account | inheritance",
    answer:
      "We’re sorry for your loss. If someone left you something, it comes by itself on the day they chose, so please keep your mailbox. What was already delivered to you is on your dashboard when you sign up with that address. Before its day we can’t say whether there is something, or open it: that’s between them and the day they chose.",
    more: [
      "If you found a claim card in their papers, enter its code at /claim. If your address has changed, or an account should be closed, please write to us.",
    ],
    link: { href: "/contact", label: "Contact us" },
  },
  {
    id: "is-it-genuine",
    section: "receiving",
    title: "Is the email I got genuine, or is it spam?",
    asks: "is this a scam | is this real | is it spam | phishing | fake email | virus | is it safe to click | can I trust this email | I got an email from my mother who passed away | message from someone who is dead | email from a dead person | is this a joke | suspicious email | someone has kept something for you | I don't know this person | why does she write to me | how did you get my address | I never signed up | unknown sender | dangerous link | hoax | fraud | this is creepy | who gave you my email | not a spam | is amberkeep legit | trustworthy email | is your email legit | is this a trick | are you real | did you really send this | is it phishing | should I open it | looks like a scam | dead person is emailing me | is it safe to open the link | who is behind this email | collect addresses for spam | how did I end up here | why am I getting this | I don't know anyone who would | can I trust this message | who is this from really | looks suspicious | I don't know the sender | could it be a virus | fake | why did I get this | strange email from you | how do you have my address | is it a trick | unknown person",
    answer:
      "A genuine email from us links to this site only, and asks for no password and no payment. Someone gave us your address, perhaps years ago, so that we deliver what they wrote. So it can come from a person who has died. The letter opens after a code that we send to the same mailbox.",
    more: ["If you don’t want it, the page offers “This is not for me” and lets you block the sender."],
  },
  {
    id: "confirm-address",
    section: "receiving",
    title: "Someone has kept something for me. What does that email mean?",
    asks: "someone has kept something for you | what is this confirmation email | you ask whether this is my address | is this you and is this still your address | confirm that I read this mailbox | who kept something for me | when do I get it | can I find out what it is | can I see it now | one tap to confirm | I was asked to confirm my address | it doesn't say who it is from | tell me who wrote to me | what is waiting for me | I'm curious, can I look | why should I confirm my address for someone | what is kept for me | what did they keep | someone wants to know if it's me | anonymous confirmation mail | who is it from | something is being kept for me | weird mail that says someone has kept something | who has kept something for me | why do you ask if this is my address | should I answer the question about my address | when will I get it | who is it from, you only say someone | is this email address right",
    answer:
      "Someone wants to send you something on a later day, and asked us to check that your address is right. One tap on the page behind the link confirms it; you can also say that it isn’t yours. Who it is, what it is and when it comes stays a surprise: we don’t tell.",
  },
  {
    id: "remind-later",
    section: "receiving",
    title: "I don’t want to open it yet",
    asks: "I'm not ready to read it | not now | another day | open it later | remind me later | remind me next month | put off opening it | too soon | I need more time | it hurts too much right now | wait until next year | save it for my birthday | can I keep it closed for now | not today | grief | I can't bear to look at it yet | postpone reading | does it disappear if I don't open it now | choose when I'm reminded | stop the reminders about it | I'm scared to open it | I'd rather wait | can I open it when I'm ready | I want to read it on our anniversary | keep it closed | ask me again in a month | snooze | later please | is it ok not to open it | how long can I wait before opening | I'm not ready | it's too painful right now | can it wait | maybe in a year | save it for later | open it on my birthday | give me time | too much for me at the moment | keep it closed for now",
    answer:
      "Take all the time you need: it stays there, and the link keeps working. Under “Something wrong?” on the page behind the link, “Remind me later” lets you choose a day. We’ll send you one email on that day, and none before.",
    more: ["It’s kept for seven years from its delivery, and we write before that ends."],
  },
  {
    id: "not-for-me",
    section: "receiving",
    title: "I don’t want it, or nothing more from this person",
    asks: "block a sender | block this person | I don't want to hear from him | no more letters from this person | make it stop | stop her from writing to me | harassment | my ex keeps writing | unwanted message | not for me | wrong person | this isn't meant for me | decline | refuse the letter | I don't want it | never contact me again | stalker | how do I unblock someone | undo a block | report abuse | abusive letter | threatening message | leave me alone | delete the letter I received | not interested | I don't want to receive this | stop messages from a certain person | refuse | not the right person | you have the wrong person | this was sent to me by mistake | prevent someone from sending me things | he's not allowed to contact me | restraining order | offensive content | get rid of it | I don't want anything from her | unblock | harmful messages | can people send hateful messages | someone sends me nasty things | I never want to see his messages again | keep him away from me | she harasses me | refuse it | wrong person, I'm not Tom | I'm not who they think | my ex sent me this | I don't want to hear from her | send it back | please no more of these | he is stalking me | they've got the wrong person",
    answer:
      "The page behind the link has “Something wrong?”. There, “This is not for me” ends all email about this letter and takes it out of your account, and “Block” stops everything from this sender. Both can be undone with the same link.",
    more: ["If what you got threatens or harasses you, please write to us as well."],
    link: { href: "/contact", label: "Contact us" },
  },
  {
    id: "read-again",
    section: "receiving",
    title: "How long can I go back and read it again?",
    asks: "read it again | can I read it again next year | how long can I go back to it | will the letter still be there | how long is it available to me | does the link expire | how long does the link work | keep it for ever | come back to my letter | open it a second time | will it be deleted | can I look at it as often as I want | read once only | does it vanish after reading | how many years do I have | is it still there in five years | where do I find it later | my dead husband's letter, can I keep reading it | is it available forever | can I view it more than once | how often can I open it | will I lose access | how long does it stay online | does it expire after I open it | return to it later | reread | can I see it next week | can I come back to it next year | how often may I open it | does the link keep working | for how many years can I see it | will it vanish after reading | read it a second time | is it still there later | I want to hear the recording again | does it expire | how long is it available",
    answer:
      "As often as you like, for seven years from its delivery: the same link opens it, with a new code. We email you 90, 30 and 7 days before that ends. To keep it for ever, press Download: you get a copy that opens without us.",
    more: ["With a free account under the same address you find it on your dashboard, without the link."],
  },
  {
    id: "reply",
    section: "receiving",
    title: "Can I reply to what I received?",
    asks: "reply | answer the letter | write back | respond | thank the person who wrote to me | say thank you | tell him how happy it made me | send something back | can I answer without an account | where do I see replies | see the answers to my letter | did she write back | message the sender | conversation | add a photo to my answer | react | contact the sender | get in touch with her | can I answer | how do I thank the sender | send an answer | can I message back | is it possible to respond | my recipient answered, where is it | tell her I loved it | comment on it | react to the letter | did they write something back | tell her thank you | say something back | answer my grandmother | let her know I loved it | can I react | respond to the sender | where can I see what he answered | got an answer | does she get my reply",
    answer:
      "Yes. Once you’ve opened it, you can write back under the letter, with up to three files, without an account. The sender gets an email and finds your reply under Activity, Replies, and can answer.",
    more: ["If you sent it and don’t want more replies from someone, close the conversation below their words."],
    link: { href: "/activity?tab=replies", label: "Replies" },
  },
  {
    id: "download",
    section: "receiving",
    title: "Can I save a copy of a letter or recording?",
    asks: "download | save a copy | keep a copy on my computer | save the recording | keep his voice for ever | how do I keep it forever | save the photos | save the video to my phone | keepsake | zip | offline | listen without internet | print the letter I received | backup of a letter | export one vault | make a copy | put it on a usb stick | take it away | store it myself | keep it after seven years | what is a keepsake | archive a letter | can I have the original file | preserve my mother's message | save it to my computer | export a letter | can I keep the video | how do I save this | get the files | make a backup | how do I store it permanently | have it on my phone | copy of the message | save as pdf | print it out to keep | take the letter with me | print the letter to frame it | have it on my own computer | keep it for ever | on a USB stick | take it with me | print it out | get the original video | save the pictures | as a PDF | burn to disc | hold on to it if you close",
    answer:
      "Yes. Download on a vault’s page, or under a letter you received, gives you the keepsake: a ZIP with a page that opens offline in any browser, the original files, and the seal certificate if there is one. While it’s sealed, it can’t be downloaded.",
    more: ["It works without Amberkeep, so it’s yours even if we’re no longer there."],
  },
  {
    id: "share",
    section: "receiving",
    title: "Can I show a delivered vault to others?",
    asks: "share | show it to my family | can my sister read it too | let someone else see it | share link | send the letter on | forward it | post it on facebook | put it on instagram | make it public | stop sharing | revoke the link | turn off a share link | who has seen my share link | pass it on to my brother | let the grandchildren see it | everyone in the family | publish | let others read it | send it to my siblings | give the link to family | show the video to everybody | can I pass it on | show my mother the letter | public link | disable the link | unshare | share with relatives | can I make my letter public | can my brother see it too | show it to my wife | put it on facebook | pass it on | link for the family | let others read what I got | send the video on to my sister | take the link back | give access to someone else",
    answer:
      "Yes, once it’s delivered. Share makes a link that opens the letter and its files without an account or a code. You can give the link a last day and turn it off at any time. Sender and recipient can both make one.",
    more: ["Photos, videos and recordings are shared as copies without the place where they were made."],
  },
  {
    id: "claim-card",
    section: "receiving",
    title: "What is a claim card, and where do I enter its code?",
    asks: "claim card | I found a card with a code | card with a square code | paper with a qr code | what do I do with the card | enter the code of a card | where do I type the code from my card | card code not accepted | what does the paper do | make a claim card | print a card for my grandchild | who can use the card | give the code to my notary in an envelope | sheet of paper | the card says wait for the day | claim | can the card be copied | opened with a card | the code printed on paper | how do I use the card | scan the code on the card | I have a card, where do I go | enter my card number | what is the sheet with the qr | hand it over in person | open without email | redeem the card | card from grandma | a printed card with a code | somebody gave me a slip with a code | a card in the drawer | scratch | what do I do with this piece of paper | where do I type the code from the card | print a card for a child | hand over a card instead of an email | notary | put in the safe | I found a card with letters and numbers | card in an envelope",
    answer:
      "A claim card is a sheet you print, with a QR code and no content. From the vault’s day on, anyone who has it can open the vault at /claim, without any mailbox: for a child, or in case no address works by then. Keep it like a key.",
    more: ["Before its day the code opens nothing. What couldn’t be delivered can be claimed for seven years."],
    link: { href: "/claim", label: "Enter the code of a card" },
  },
  {
    id: "lost-card",
    section: "receiving",
    title: "The claim card is lost",
    asks: "I lost the card | lost claim card | lost the printed card | lost the code | can't find the paper | the card was thrown away | card was stolen | somebody else has the card | print the card again | make a new card | replace a card | card got wet and can't be read | the code is no longer readable | the paper burned | misplaced the sheet | reprint | we threw the card away | new code for the card | get another card | the dog ate the card | is there a copy of the card | card destroyed in a fire | can't read the code on the card | we can't find the card anymore | it went through the wash | thrown away by mistake | burnt | stolen card | the code is unreadable | the paper got wet | new card | someone else has the card | torn",
    answer:
      "If you’re the sender, open the vault and choose “Make a claim card”: a new card replaces the old one, whose code stops working. We keep no copy of the code, so the old card can’t be printed again. If it was given to you, ask the sender for a new one.",
    more: [
      "You can’t ask the sender? If the letter was sent to an address of yours, sign up with that address, or write to us.",
    ],
  },
];
