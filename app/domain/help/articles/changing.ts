import type { HelpArticle } from "../article";

const vaults = { href: "/dashboard", label: "Your vaults" };

export const CHANGING: HelpArticle[] = [
  {
    id: "edit-vault",
    section: "changing",
    title: "Can I change a letter after I scheduled it?",
    asks: "edit my letter | change the words | change what I wrote | rewrite | correct a mistake in the letter | typo | spelling mistake | misspelled | fix an error | replace the photo | uploaded the wrong picture | add a picture to a scheduled letter | add something I forgot | remove a photo from a vault | change the title | modify after scheduling | can I still edit | update my message | take out a sentence | edit memory | I forgot to mention something | change a vault | swap the video | can I change it before it's sent | it's already scheduled but I want to add a line | wrong recipient chosen | can I edit it once it's scheduled | make changes later | modify my message | I'd like to add a paragraph | I made an error in the text | update the photo | rewrite the ending | edit a capsule | alter the message | is it final once scheduled | wrong attachment | add another file afterwards | replace the video | change what it says | amend the letter | change the recipient | swap the person | give it to someone else instead | what can I edit after it's created | which things can be edited | edit a scheduled message | edit a pre-scheduled one | update my letter after submitting it | I clicked schedule and now spotted a spelling error | rewrite part of it | take out one photo | add a sentence | swap the picture | add a video afterwards | I want to say it differently | can I still touch it | it's already scheduled but I want to add something | remove an attachment | can I open it again and change things",
    answer:
      "Yes, until it’s sealed or its day has come. Open it and choose Edit Memory to change the words, the files, the person or the day. A sealed vault can’t be edited, but you can still change where it goes.",
    link: vaults,
  },
  {
    id: "change-date",
    section: "changing",
    title: "How do I change the day?",
    asks: "change the date | change the delivery date | change the day | move the date | reschedule | postpone | put it off by a year | later date | bring it forward | deliver it earlier | send it sooner | arrive one year earlier | wrong date | wrong day | I picked the wrong year | different day | move it to her birthday | date of the wedding isn't known yet | don't know the exact date | set a new date | delay delivery | alter when it arrives | when it is sent | send it right now instead | deliver immediately | the wedding was moved | change the hour | change the time it goes out | change when it's sent | edit the delivery date | choose another date | I want it to arrive sooner | move it up | push it back | extend the date | put it off | delay the sending | the date is incorrect | set it to next year | can the date be changed | shift to another day | I chose the wrong month | make it come later | deliver on a different day | switch the day | can I have it sent now | release it early | send immediately | she's getting married earlier than planned | move it forward | make it a year later | I picked the wrong day | the event is postponed | different birthday | sooner than I said | can I send it right now instead | deliver now | make it come earlier | new date",
    answer:
      "Open the vault, choose Edit Memory, pick another day or hour, and press Update Memory. That works until it’s sealed or its day has come. If you don’t know the day yet, choose one that’s surely late enough, and move it later.",
    more: ["The day of a sealed vault can’t be changed. You can only let it go on that day, or cancel it."],
    link: vaults,
  },
  {
    id: "wrong-address",
    section: "changing",
    title: "I entered a wrong email address, or theirs has changed",
    asks: "wrong email address | wrong email | mistyped the address | typo in the email address | misspelled her email | recipient has a new email address | my daughter changed her email | she got a new address | he moved and has a different mailbox | update the recipient's address | correct the address | change where it goes | send it to another address | resend to a different address | I don't have the address yet | add the address later | address no longer right | entered the wrong recipient email | changed jobs so the work email is gone | where do I change the recipient | does a sealed vault allow a new address | it went to the wrong person | send it again to the right address | put in the new one | the email address is incorrect | fix the recipient's email | spelling error in the email | my friend changed email provider | new email for the recipient | old address | edit the recipient's address | change recipient email | they've moved to another address | what if her address changes | what if their email changes before it's delivered | their email no longer works, here's the new one | update contact details of the recipient | I used her work address | recipient's details are wrong | it was sent to the wrong email | I typed her email wrong | I misspelled his address | he got a new email | she changed providers | wrong person | one letter is wrong in the address | I don't have his email yet, can I add it afterwards | new address for my brother | send it somewhere else | put in another email | she moved to a new job, different email | swap the recipient",
    answer:
      "Open the vault and choose “Change where it goes”: there you can correct the address, the second address and the backup contact, even when the vault is sealed. If the email came back, the vault’s page and our email to you have a button to give another address.",
    more: [
      "A memory board has a list there: choose the person whose address has changed. To add or remove recipients, edit the board before you seal it.",
      "A vault needs an address when you schedule it. If you don’t have one yet, save a draft, or enter your own and make a claim card.",
      "What was already opened at a wrong address can’t be taken back.",
    ],
    link: vaults,
  },
  {
    id: "cancel-vault",
    section: "changing",
    title: "How do I cancel or delete a vault?",
    asks: "cancel a vault | delete a letter | delete a memory | remove a vault | take it back | withdraw my letter | changed my mind | don't want to send it anymore | stop the delivery | stop it before it goes | unsend | recall | undo | abort | get rid of it | erase a message | regret | we broke up | divorce | I scheduled it by mistake | call it back | destroy | remove it completely | can I delete it after it was delivered | cancel this vault | bin it | throw away | can I stop it in time | cancel a sealed one | can I delete it before it's sent | remove a scheduled message | how do I stop a message from being sent | retract | pull it back | delete a capsule | I no longer want it delivered | can I undo scheduling | don't send it | remove what I created | kill it | discard a scheduled vault | is it possible to revoke a letter | unsend something | I want to take back my words | erase it before anyone reads it | recall a sent message | what if I change my mind | how to get rid of a letter | cancel a scheduled message | stop a scheduled letter from being sent | what if I send it by accident | I scheduled it accidentally | we broke up, he must never get it | I don't want it sent any more | stop it from going out | I regret it | call it off | throw it away | she shouldn't get it after all | get rid of a letter | it was a mistake to send it | how do I remove one | make it disappear | never deliver it | pull it",
    answer:
      "Open the vault and choose Cancel this vault; we ask once more before it happens. Its text and files are erased, nothing is delivered, and its place in your plan is free again. This can’t be undone.",
    more: ["A vault that’s on its way or was delivered can’t be cancelled. A draft has “Discard this draft” instead."],
    link: vaults,
  },
  {
    id: "seal",
    section: "changing",
    title: "What does sealing a vault do?",
    asks: "what does sealing do | seal | sealed | what is the point of sealing | difference between sealed and scheduled | should I seal it | unseal | open a sealed letter | change after sealing | I sealed it by mistake | mistake in a sealed letter | is sealing permanent | lock a letter | irreversible | close it for good | can I read it after sealing | nobody can change it | open it early | read a sealed letter before the day | why seal it | it says sealed | break the seal | locked forever | wrong day in a sealed vault | can't edit any more | do I have to seal | what does it mean to seal | what's a seal for | can it be opened early after sealing | can I unlock it | sealing explained | is a seal final | benefits of sealing | sealed by accident | do I need to seal | should it be sealed or not | nobody can open it | locked letter | time lock | tamper-proof | can a sealed letter be edited | can I lock it so that even I can't peek | closed for good | make it unchangeable | what's the wax for | is it possible to break the seal | what is sealing | what's the difference between scheduled and sealed | can I still look at it once it's sealed | so nobody can tamper with it | I sealed it by accident | lock it away | resist the temptation to change it",
    answer:
      "Once a vault is sealed, no one, not even you, can read or change it before its day. It can’t be undone. You can still correct the address, or cancel it. You get a seal certificate by email, and the recipient sees that nothing has changed since. You don’t have to seal: an unsealed vault is delivered just the same.",
    more: [
      "A sealed memory board takes no more pieces and shows none, to you or to guests. Its certificate covers what you put there, not the pieces of guests.",
    ],
  },
  {
    id: "verify-certificate",
    section: "changing",
    title: "How do I check a seal certificate?",
    asks: "seal certificate | verify a certificate | check the seal | proof that it wasn't changed | sure nobody changed what she wrote | unaltered | tampered | authentic original | is the certificate real | fingerprint | sha-256 hash | signature | digital signature | what is the file I got when I sealed | prove when it was written | evidence | verify a vault | public key | checksum | check that the letter is unchanged | is it the original | how can I prove it's authentic | certificate file | what is the certificate for | validate the seal | verification of a sealed letter | cryptographic proof | hash of the files | confirm nobody tampered with it | I got a certificate by email | integrity | is the certificate forged | how do I prove it's the original | show it to a court | proof that nothing was changed | evidence of what was written and when | the PDF with the fingerprint | what is this file with hashes | authenticity | who can check that it's unaltered | is it the real letter | has anybody tampered with it | legal proof | where do I upload the certificate",
    answer:
      "Paste the certificate, or choose its file, at /verify. The page says whether it’s genuine and whether the vault is still what was sealed. It shows nothing of what’s inside.",
    more: [
      "The certificate lists a SHA-256 digest of the letter and of each file, and is signed. So it can be checked without us, too: a download of the vault contains a program that does it.",
    ],
    link: { href: "/verify", label: "Check a certificate" },
  },
];
