import { CONTACTS_MAX } from "~/domain/legacy/legacy";
import type { HelpArticle } from "../article";

export const SAFETY: HelpArticle[] = [
  {
    id: "who-can-read",
    section: "safety",
    title: "Who can read what I wrote?",
    asks: "who can read my letter | can you read it | do you read my letters | can your employees see it | can my mom see what I wrote | is it private | privacy | confidential | can they see it before the date | can my husband find it | nobody else | do you look at my photos | can the police get it | court order | my ex | can my parents see this | can hackers read it | is my letter secret | do you use it to train AI | snoop | is it safe here | who has access | could the recipient peek early | can others see my vaults | what if someone steals your database | who can see my messages | who has access to what I write | are my messages private | will anyone see it before | can it be opened before the date | can the recipient see it early | can a capsule be opened early | is anyone able to look inside | can staff look at my videos | is my content private | what about government access | can my wife see what I write to others | do you read what people write | can anybody else find it | is it visible to others | who sees my photos | is the content of my letter ever read | do you ever read the content | does anyone read it | public or private | who is allowed to read it | family only | can the recipient open it early | can they open it before the day | can you read my messages | nobody else should see it | is anyone snooping | do your employees look | can my wife see what I wrote | can my parents read it | can she open it early | can the government read it | do you scan what I write | before the date can anyone look | peek | eyes only",
    answer:
      "You, until you seal it; once it’s delivered, the recipient, and anyone with its claim card or a share link; nobody else. A legacy contact can read it only if you allowed that, the delivery failed, and you didn’t object within 30 days. Nobody can see it before its day out of curiosity, and none of our pages shows it to us.",
    more: [
      "What you write is stored encrypted, but our servers hold the key, because they have to open it on the day. So a court could make the people who run this site hand something over.",
    ],
    link: { href: "/privacy", label: "Privacy" },
  },
  {
    id: "encryption",
    section: "safety",
    title: "Is it encrypted, and who holds the keys?",
    asks: "encryption | is it encrypted | end-to-end encrypted | e2e | who holds the keys | who has the key to my vault | zero knowledge | aes | security | how secure is it | data breach | database stolen | leak | hacked | at rest | https | are backups encrypted | do you have access to the plaintext | cryptography | key management | is the connection secure | server compromised | what if you get hacked | is it safe to use | how do you protect my information | how is my information secured | is my information secure | how secure are my messages | how do you keep it safe | are messages encrypted | are the files safe | what security do you have | what if there's a breach | data security | can hackers get in | is my data safe with you | secure storage | protected against theft | how is it protected | end to end | what if hackers get in | is the data secure | scrambled | technical details of the security | who has the keys | database leak | break in | ciphers | in a data breach",
    answer:
      "What you write is stored encrypted, every vault with its own key, and so are files on our own servers. It isn’t end-to-end encrypted: our servers hold the keys, because they must open a letter when you’re not there. A copy of the database alone reveals no title, no letter and no reply.",
    more: [
      "Names, email addresses and days are stored as they are, because we need them to deliver. So are the names of files.",
    ],
    link: { href: "/privacy#reading", label: "Who can read what" },
  },
  {
    id: "what-we-store",
    section: "safety",
    title: "What do you store about me, and where?",
    asks: "what data do you collect | where is my data stored | where are the files stored | where are your servers | which country | do you sell my data | cookies | which cookies do you set | tracking | trackers | analytics | advertising | ads | third parties | who gets my data | gdpr | data protection | personal data | privacy policy | ip address | do you use google analytics | cloud provider | hosting | data controller | what do you know about me | do you pass on my address | is my information shared | physically stored | cookie banner | what happens to my data | do you sell email addresses | do you share my details | is my email address kept confidential | what do you do with my information | will I get spam from others because of you | do you give my data to anyone | where do you keep everything | data location | which services do you use | eu servers | privacy statement | what do you log | do you track me | is this just to collect addresses | do you sell my address to advertisers | is my data in Europe | where are the servers | do you pass on my data | what happens with my personal data",
    answer:
      "Your account, what you write, who it’s for, and a record of what happened to it. We set only the cookies the site needs, don’t advertise or track you, and sell nothing. The Privacy page lists it all: each cookie, how long we keep things, and every service involved.",
    more: ["Where the servers are depends on the people who run this site. Please ask them on the Contact page."],
    link: { href: "/privacy", label: "Privacy" },
  },
  {
    id: "how-long-kept",
    section: "safety",
    title: "How long do you keep my vaults?",
    asks: "how long do you keep my vaults | retention | how long are letters stored | when do you delete a letter after it was delivered | seven years | stored forever | does it expire | do waiting letters expire | what happens after seven years | is anything deleted automatically | storage duration | email says my letter will be deleted | ending soon | will my letter be kept until then | do I have to log in from time to time | inactive account | account unused for years | what if I never log in again | how long are messages kept | how long do you store it | is there an expiry | does my account expire | do messages get deleted | will you keep it for 50 years | what happens if I don't use my account | must I keep logging in | how long after delivery is it available | data retention period | when is it deleted | do you keep it for ever | after it was read | does it get erased at some point | how long do you hold on to it | storage time | will you throw it away | years after delivery | still there in 30 years",
    answer:
      "A waiting vault is kept until its day, however far away, and you don’t have to log in for that. A delivered one is kept for seven years from its delivery, and we email you and the people who have it 90, 30 and 7 days before the end. One that couldn’t be delivered can be claimed for seven years.",
    more: ["Download what you want to keep for longer."],
  },
  {
    id: "if-we-close",
    section: "safety",
    title: "What if Amberkeep shuts down before the day?",
    asks: "what if you go out of business | bankrupt | company closes | shut down | will you still exist in 30 years | will this still be around | go bust | what if you disappear | what if the site is sold | taken over | is this another startup that will vanish | can I rely on you | guarantee | how can I trust you for decades | what happens to my letters if your company fails | long term | promise | wind-down | who takes over | how do I know you'll be there | are you reliable | will it really be delivered | what if Amberkeep no longer exists | how can you be sure you'll last | what if you stop | how long have you been around | what happens if the website goes down for good | can you guarantee delivery | why should I trust you | will you be here in 2060 | what if you run out of money | end of the service | what's your guarantee | continuity | will this exist in ten years | longevity | what if the platform shuts down | will the site last | what if you go under | your servers burn down | the company is sold | will you be around | how do I know you last | startups die | who looks after it when you're gone | what if the owner dies | guarantee that it arrives in 40 years | bought by google | you disappear | natural disaster",
    answer:
      "We’ve written down what we’d do then, in a pledge at /promise: notice of at least twelve months, every vault offered back to its sender or sent on, and nothing thrown away unread. The same page shows live figures of how we’re doing. And you can download any vault you can read at any time.",
    link: { href: "/promise", label: "Our promise" },
  },
  {
    id: "legacy-contacts",
    section: "safety",
    title: "What happens to my vaults if I die?",
    asks: "what happens when I die | if I die | when I pass away | after my death | what if I'm dead before the day | when I am gone who presses send | do my letters still go out | I won't be alive then | is it delivered after death | terminal illness | what if something happens to me | accident | coma | dementia | does someone have to tell you that I died | dead man's switch | send it when I die | deliver after my funeral | I'm dying | will my kids still get it when I'm gone | posthumous | last will | afterlife | how do you know I'm dead | how does Amberkeep know I'm gone | do you check that I'm alive | check-in | deliver only when I die | messages after death | what happens to my messages when I'm dead | send messages after my death | what if I pass before the date | do I need someone to trigger it | how will it be sent when I'm gone | does death change anything | incapacity | what happens to my account when I die | how do you detect a death | how does death detection work | how do you find out that I died | I'm dying, how do I make sure the kids get these | when I'm not here any more | if something happens to me | does it still go out when I'm dead | will you notice that I died | I might not live until then | do my letters die with me | who takes over | once I have passed | if I'm in a coma | heirs | my estate | cancer",
    answer:
      "They’re delivered on their day all the same: nobody has to do anything. We deliver on a day you choose, not when someone dies. In case a delivery fails, you can name legacy contacts, who may help us reach your recipient.",
    more: ["A letter here isn’t a will: in most countries a will has to be made in another form."],
    link: { href: "/settings/legacy-contacts", label: "Legacy Contacts" },
  },
  {
    id: "choose-legacy-contact",
    section: "safety",
    title: "What is a legacy contact, and how do I name one?",
    asks: "legacy contact | what is a legacy contact | add a legacy contact | name a trusted person | who looks after my letters once I'm gone | can my son look after my letters when I am too old | someone to take care of my vaults | executor | heir | lawyer gets a copy if it can't be delivered | my brother takes over | what can a legacy contact see | can my legacy contact read my letters | how many legacy contacts | permissions of contacts | remove a legacy contact | guardian of my letters | emergency contact | someone I trust | give my wife access | appoint somebody | person responsible after me | whom should I choose as a trusted person | trusted friend | trusted contacts | what are the responsibilities of a trusted contact | can I add my lawyer | who should I pick | why do I need more than one contact | are my contacts told about each other | do contacts see my messages | change my legacy contact | how do I appoint an executor | give someone permission | what happens when delivery fails and I'm dead | person to take over | someone I trust to take care of things | name my wife | who can step in for me | choose a person in charge | add my lawyer | remove the person I named | what may my contact do | can I have two trusted people | a trusted person just in case | appoint | does he see my letters then",
    answer: `Someone you trust, whom we turn to when one of your vaults couldn’t be delivered. Add up to ${CONTACTS_MAX} in the settings and tick what each may do: give us another address, ask to read the vault, or get a copy. Unless a delivery fails, they learn nothing about your vaults.`,
    more: [
      "Reading and the copy come only after 30 days, in which you can stop it with one click. We invite each contact by email, and they can decline.",
    ],
    link: { href: "/settings/legacy-contacts", label: "Legacy Contacts" },
  },
  {
    id: "asked-to-be-contact",
    section: "safety",
    title: "Someone named me as their legacy contact. What do I do?",
    asks: "I was named as a legacy contact | invitation to be a legacy contact | someone wants me as legacy contact | what do I have to do as a legacy contact | do I need an account as a contact | accept or decline the invitation | I don't want to be a legacy contact | step back as a contact | can I read their letters now | is it a lot of work | my friend chose me to look after her letters | resign as legacy contact | what are my responsibilities as a legacy contact | what is expected of a trusted friend | someone added me as contact | I accepted, what now | do I have duties | what does it mean to be a legacy contact | somebody wants me to be their emergency contact | my friend put me down | I was named, now what | I don't want this responsibility | say no to being a contact | my ex named me | what am I supposed to do as a contact | what does it involve | accept the invitation as a contact | step down | she chose me | my dad made me his contact",
    answer:
      "Accept or decline with the link in our email; there’s nothing else to do for now, and perhaps there never will be. If one of their vaults can’t be delivered one day, we’ll write to you and ask for help. You need no account, it costs nothing, and you can step back with the same link.",
  },
  {
    id: "children",
    section: "safety",
    title: "Can children use Amberkeep?",
    asks: "can children use it | can my kid write a letter | minimum age | how old do I have to be | age limit | under 18 | under 13 | is it suitable for kids | my child wants to write to herself | school use with pupils | I'm 14 can I sign up | teenager | can my 10 year old make an account | parental consent | is it safe for kids | minors | old enough | how old must you be | can a minor sign up | is there an age restriction | can my class of ten-year-olds use it | my son wants to write | kids account | can teenagers use this | how old do I need to be | my kid of 10 wants to make one | I'm 14 | for minors | may my daughter have an account | under age | my class of pupils",
    answer:
      "An account is for people who are old enough to agree to our terms where they live. Younger children can write together with a parent, in the parent’s account. A child can receive a letter at any age: with an email address, or with a claim card.",
    link: { href: "/terms#account", label: "Terms" },
  },
];
