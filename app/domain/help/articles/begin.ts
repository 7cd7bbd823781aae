import type { HelpArticle } from "../article";

const create = { href: "/create", label: "Create a vault" };

export const BEGIN: HelpArticle[] = [
  {
    id: "what-is-amberkeep",
    section: "writing",
    title: "What is Amberkeep?",
    asks: "what is this website | what is this service | what does this service do | what can I do here | explain it to me | explain in short | what's this site | what is all this | who is it for | why would I use this | why should I write a letter to the future | what is the purpose of this | what is a vault | what is a memory | what is a time capsule | how does Amberkeep work | how does this work | how does it work | what makes it different from an email | who can use it | what do you do | who are you | tell me about this | what's the idea | is this like a time capsule | what would I use it for | digital time capsule | messages to the future | I don't understand what this is | who's behind this | sum it up",
    answer:
      "You write a letter or add a photo, a film or your voice today, choose a person and a day, and it reaches them on that day, even decades from now. Until then it waits in what we call a vault, or a memory. If an email doesn’t get through, we try other ways, and you can read each step.",
    link: { href: "/how-it-works", label: "How it works" },
  },
  {
    id: "first-vault",
    section: "writing",
    title: "How do I make my first vault?",
    asks: "how do I start | get started | where do I begin | I'm new here | I am not good with computers | step by step | how do I write a letter | how do I write to my daughter | how do I send something to the future | what kinds of vaults are there | types of memory | make a time capsule | time capsule | instructions | tutorial | is it easy to use | create a new vault | how to use it | leave messages for my children | record something for my kids before I die | I am very ill and want to leave videos | how do I set this up for my parents | new vault | start writing | quick guide | first steps | how do I compose a message | how do I create a letter | creating my first one | walk me through it | what do I have to fill in | which type should I choose | leave something behind for my family | say goodbye to my kids | message for my daughter's wedding | write to a loved one for later | surprise someone in the future | what makes a complete vault | why is the button grey | missing information | how do I send a card | how do I send a message | send something | what happens after I press schedule | what happens next | how do I get going | how do I get a letter to someone | how does one begin | what do I do first | how to send something to my nephew | make one for my daughter's 18th birthday | I'd like to leave a goodbye | do I have to remember anything or does it just happen by itself | where do I click to write | I want to send a letter in ten years | what are the steps | how can I create something for my unborn baby | I'm terminally ill and want to leave something for my family | for my son when he grows up | schedule a surprise",
    answer:
      "Choose Create Vault and then one of three kinds: a vault to send to someone, a memory board for a group, or a message to your future self. Write, add a file if you like, choose the day, and press Schedule Memory. Your first vault is free.",
    more: [
      "A vault needs a title, a delivery date, and at least a message or a file. One that goes to someone else also needs their email address.",
      "You can begin before you have an account. You’re asked to sign up when it’s time to save.",
    ],
    link: create,
  },
  {
    id: "what-to-write",
    section: "writing",
    title: "I don’t know what to write. Any ideas?",
    asks: "ideas | inspiration | what should I write | I can't find the words | help me write | writing prompts | examples of letters | sample letter | template | suggestions what to say | how do I begin the letter | blank page | stuck on what to say | what do other people write | topics | how long should a letter be | write it for me | can AI write it | I don't know how to start my letter | what do I say to my son | give me examples | I have writer's block | any tips for a good letter | questions to answer | what would you want to tell them | make it more personal | what do I write | what do people write | what shall I say | what to put in my letter | I have no clue how to begin | no idea what to say | words fail me | I'm bad at writing | I'm no writer | any prompts | what's a nice thing to say to my daughter | my mind is empty | some inspiration please | how to put my feelings into words | opening line | first sentence",
    answer:
      "Under the message field, “Not sure how to begin?” has a few openings: a day you often think of, something you never said, how it is here right now, what you hope for. A few true sentences are plenty. You can save a draft and come back.",
    more: ["We don’t write letters for you: the words are yours."],
    link: create,
  },
  {
    id: "without-account",
    section: "writing",
    title: "Do I need an account to write?",
    asks: "do I need an account | do I have to register | do I have to sign up | try it without signing up | without registration | without an account | write before I sign up | anonymous visitor | can I use it without giving my name | I closed the browser before signing up | lost what I wrote before I had an account | I don't want to make an account | test it first | try out | guest | is registration required | must I join | need to log in to write | where is what I wrote without an account | shared computer | do I have to create an account | must I make an account to write a message | how do I become a member | how do I join | how do I sign up | how do I register | opening an account | is signing up free | I'd like to try before I commit | just looking around | can I write first and register afterwards | who keeps what I typed | is my work kept when I'm not signed in | do you need my email to start | registration needed | use it as a guest | can I look around first | do you want my email before I start | write now and join later | is signing up necessary | what happens to what I typed if I don't join | I haven't signed up and closed the window | can I play with it | log in before writing | no account yet, is my text safe | demo | trial",
    answer:
      "Not to write: fill in the form, and we keep it for 30 days, encrypted and only for your browser. To have it delivered, you need a free account. When you sign up or log in there, what you wrote moves into your account with its files.",
    more: [
      "On a shared computer, use “Discard this draft” when you’re done: drafts belong to that browser.",
      "People who receive something from you need no account, and neither do the guests of a board.",
    ],
    link: create,
  },
  {
    id: "drafts",
    section: "writing",
    title: "Can I save a vault and finish it later?",
    asks: "save a draft | save draft | where are my drafts | finish my letter tomorrow | continue later | finish it later | unfinished letter | autosave | is it saved while I type | did it save | does it save by itself | I closed the tab | lose everything when I close the page | power cut | battery died while writing | my text is gone | what I wrote disappeared | I lost what I wrote | how do I get back what I was writing | resume | half written | remove a draft | discard a draft | delete a draft | finish vault now | go back to the letter I began last week | I pressed the wrong button and it's gone | continue where I left off | the page reloaded and it was empty | session expired while writing | logged out while I was writing | can I come back to it later | pause writing | keep it for now without sending | not done yet | how do I continue my letter | where did my work go | recover unsaved text | the computer crashed | internet went down while I was writing | it timed out | saved automatically | I accidentally left the page | I closed my laptop | store it and schedule afterwards | is my progress kept | reopen a draft | unsent | I started on my laptop last night and it's not on my phone | pick it up again later | I have to go, will it be kept | my browser closed | my text vanished | everything I typed is lost | can I take a break | I'm not finished | work in progress | half finished letter | how do I throw away a draft | it logged me out in the middle of writing | lost my progress | come back another day to finish | write a bit every day",
    answer:
      "Yes. Press Save draft; with JavaScript on, the form also saves itself as you type. Drafts wait on your dashboard with a Draft badge until you finish or discard them. They take no place in your plan.",
    more: [
      "A draft is never delivered by itself. Choose Finish Vault Now, or open it and press Schedule Memory.",
      "If you change a scheduled vault, your changes are kept in its form in the same way, and it stays as it was until you press Update Memory.",
    ],
    link: { href: "/dashboard?tab=drafts", label: "Your drafts" },
  },
  {
    id: "future-self",
    section: "writing",
    title: "Can I send something to myself?",
    asks: "letter to my future self | write to future me | message to myself | send to myself | dear future me | diary | goals for next year | new year resolutions | remind me in ten years | email to myself in 5 years | time capsule for myself | can I get it back myself | what if I change my own address before then | my own email changes | email myself later | can I be the recipient | a letter for me when I'm 30 | send to my own address | message in a bottle to myself | what will I think in ten years | reminder for myself | how do I write to me | my email might change, how do I get my own letter | me in twenty years | to my older self | note to self | a letter I open at 40 | can I be both the sender and receiver | remind myself of today | my own time capsule | predictions for myself | what I hope to become | surprise myself | new year's letter to me",
    answer:
      "Yes. Choose Future Self. It comes back to the email address of your account on the day you choose, so you don’t enter a recipient. If you change your account’s address before then, it moves with you.",
    link: { href: "/create?type=future-self&step=form", label: "Write to your future self" },
  },
  {
    id: "several-people",
    section: "writing",
    title: "Can one vault go to several people?",
    asks: "several recipients | more than one recipient | multiple people | send to two people | both my children | all my grandchildren | the whole family | the same letter to everyone | copy a vault | duplicate a vault | use a letter again | send again | create similar | reuse | twins | thirty pupils | students in my class | cc someone | add another person | group of people | mailing list | each of them | how many recipients can I have | number of recipients | can I add a second recipient | can I send it to more people | one message to multiple recipients | sending the same message to multiple recipients | copy to my other son | re-send a letter I sent before | use the same text again | make another one like it | clone | bulk send | whole team | send to a group | both parents | joint letter for siblings | the same video for everyone | adding a new recipient | add recipients | the same for all my kids | one for each grandchild | to the two of them | both of my sons | copy in his wife | can I put two addresses in | send the identical message to everyone | to the entire team | do I have to write it twice | once more with the same text | add my other daughter | more than one person | share one letter among siblings",
    answer:
      "A vault to someone goes to one person. For several people, make a memory board and list them all, or write one vault for each: Send again and Create Similar open the form filled in with an earlier vault.",
  },
  {
    id: "same-title",
    section: "writing",
    title: "Why does it say “A memory with this title already exists”?",
    asks: "title already exists | duplicate title | same name twice | name already taken | error about the title | already used this name | must the title be unique | two letters with the same title | why must I rename it | title refused | another memory has this name | rename my vault | why can't two have the same name | it complains about the title | headline is already taken | I called two of them Happy Birthday | title not accepted | have to think of another name | duplicate",
    answer:
      "Two vaults that are still waiting can’t have the same title, so that you can tell them apart. Give this one another title. Once a vault has been delivered or cancelled, its title is free again.",
  },
  {
    id: "find-vault",
    section: "writing",
    title: "Where do I find what I wrote?",
    asks: "where are my vaults | where is my letter | see all my letters | list of my memories | find an old vault | search my vaults | I can't find my letter | where did it go | look at what I scheduled | timeline | activity | dashboard empty | my memories are missing | overview | what have I scheduled | filter by person | I can't see my vault any more | show everything I made | read my own letter again | letters I have received | where is what others sent me | I can't find my message | where is everything I made | how do I see what I've scheduled | access my letters | view all | my account shows nothing | overview of my capsules | find a letter from years ago | filter | sort | how do I get to my letters | which letters are waiting | everything is gone from my dashboard | search for a letter | see what I received | the list of things I've sent | where did my letter go | I can't find what I made | see everything in one place | where's the one I scheduled last year | looking for an old letter | what have I got waiting | show me all of them | how many have I made | which ones did I send to mum | it disappeared from my list | search by name",
    answer:
      "The dashboard has what’s waiting, what was delivered, and your drafts. The timeline has everything in the order of its days, with a search for titles, recipients and words. Nothing there? You may be logged in with another email address.",
    more: [
      "Letters that others sent to your confirmed address are on your dashboard, too. A sealed vault is listed, but can’t be read before its day.",
    ],
    link: { href: "/timeline", label: "Timeline" },
  },
];
