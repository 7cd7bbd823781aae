import type { HelpArticle } from "../article";

export const ARRIVING: HelpArticle[] = [
  {
    id: "delivery-record",
    section: "arriving",
    title: "Did it arrive, and was it opened?",
    asks: "did it arrive | has it arrived | was it delivered | did she get it | has he received it | did my letter go out | how can I tell that it was sent | did she read my letter | has my mother opened it yet | has it been read | read receipt | was it seen | track my letter | tracking | proof of delivery | delivery record | history of a letter | log of what happened | see when it was opened | does the sender see that I opened it | will anyone know I read it | evidence that it was sent | has it gone | is it there yet | check the status | I got no notice | know if they looked at it | confirm it reached them | who has looked at it | how do I know it was delivered | will I know when it's opened | has the recipient opened it | am I told when it's read | delivery confirmation | receipt of delivery | see if it arrived | was my message sent | can I see who read it | what happened to my letter | where is my letter now | did it go through | is there a log | status of my delivery | did my friend get my message | when was it opened | will I hear when he has opened it | do you tell me once it arrived | how can I be sure she got it | has it been seen | I'd like to know whether she looked at it | was it picked up | any sign that he read it | let me know when it gets there | history of what happened to my letter | when exactly did she open it",
    answer:
      "Open the vault: its delivery record has each attempt, each answer of a mail server, and when it was opened. Lines are only ever added, never changed, and you can download the record. We also email you when it has been delivered, and whenever something goes wrong.",
    more: ["Before they open it, the page tells the recipient that you’ll see when they do."],
    link: { href: "/dashboard?tab=delivered", label: "Delivered vaults" },
  },
  {
    id: "what-delivered-means",
    section: "arriving",
    title: "What do waiting, sealed, on its way, delivered and held mean?",
    asks: "status | what does scheduled mean | what does held mean | what does on its way mean | what does waiting mean | waiting for an address | pending | delivering | badge | stuck on its way | on its way since yesterday | difference between delivered and on its way | overdue | why isn't it delivered yet | state of my vault | was it saved | is it really scheduled | did it work | how do I know it's scheduled | meaning of the labels | it says pending | what do the statuses mean | what is pending | what is held | why does it say on its way | explain the states | it still says waiting | why hasn't it been delivered | it should have arrived today | it's late | delayed delivery | how do I know that it's scheduled | is it saved for delivery | was it scheduled correctly | what happens after I've written my letter | what happens once I've scheduled it | what now, after scheduling | what is the status of my vault | what's the badge on my letter | it says waiting for an address | it says kept | it says sealed | what does that label mean | why is it still pending | stuck on pending | what does due mean | it was supposed to go out this morning | the status hasn't changed",
    answer:
      "Waiting: its day hasn’t come. Sealed: its day hasn’t come, and nobody can read or change it. On its way: we’ve sent it, but don’t know yet that it arrived. Delivered: it arrived. Waiting for an address (held): we couldn’t reach anyone so far.",
    more: [
      "We call it delivered when the recipient’s mail provider confirms it or the recipient opens it. Where a mail provider can’t tell us, we take three days without a bounce as a yes.",
    ],
  },
  {
    id: "not-reached",
    section: "arriving",
    title: "What happens if the email bounces or can’t be delivered?",
    asks: "bounce | bounced | the mail came back | delivery failed | could not be delivered | undeliverable | address doesn't exist anymore | mailbox is full | old address is dead | what if they never get it | what if the address no longer works | what if it fails | not delivered | email rejected | what do you do when nobody can be reached | retry | how often do you try | failure notice | what if my letter gets lost | mail server down | if it can't reach them | you couldn't reach my friend | lost on the way | what if the email can't be delivered | what if it doesn't arrive | what if it bounces back | invalid address on the day | what if their inbox is full | what happens to undelivered messages | message could not be sent | email returned | what if she closed her account | their email is gone by then | how hard do you try | failed delivery | recipient can't be found | if it doesn't get through do you let me know | returned to sender | the delivery failed | what if it can't be delivered | do you try again | how many attempts | what if her account is gone | her mailbox was closed | mail server rejects it | came back as unknown user | what happens when no address works | plan B",
    answer:
      "We don’t give up. We retry, then try the second address, a text message where that’s possible, your backup contact, your legacy contacts, and you. Only when nothing is left is the vault held: it’s kept for seven years and can still be claimed or sent to another address.",
    more: [
      "If someone else gives us a new address, we let you know, and you have three days to stop it.",
      "You get an email at every step, with a link to give another address.",
    ],
  },
  {
    id: "backup-contact",
    section: "arriving",
    title: "What is a backup contact?",
    asks: "backup contact | second email | second address | other ways to reach them | if we can't reach them | name somebody who knows her new address | person to ask | who do you ask when she can't be reached | name my brother as the one to contact | someone else to contact | what does the backup contact see | difference between backup contact and legacy contact | alternative address | plan b for delivery | fallback | alternative contact | someone who can help find them | another way to reach her | add a second address | what if I give two addresses | contact in case of failure | someone else to ask if she can't be reached | second person to write to | emergency person for this letter | alternative recipient | who else could you ask | another way to reach him | add a second email just in case | plan B for the address | relative who knows where she lives",
    answer:
      "Someone we ask for a better address if your recipient can’t be reached on the day. They learn nothing of what you wrote. You name one, and a second address of the recipient, in the form under “If we can’t reach them”, or later on the vault’s page under “Change where it goes”.",
  },
  {
    id: "asked-for-address",
    section: "arriving",
    title: "Why was I asked for someone’s address?",
    asks: "I was asked for an address | you asked me for someone's email | backup request | why do you write to me about someone else | someone named me as backup contact | I'm a backup contact what do I do | can I give you her new address | I don't know their new address | asked to help with a letter that isn't for me | I was asked to help deliver something | you wrote to me about a letter for somebody else | what do you want from me | why are you asking me for an address | I got a request about my friend's email | you asked me for my cousin's address | why do you want to know where she lives now | I'm listed as a backup | you wrote to me about someone I know | they want me to give his email | do I have to tell you her address | email asking where someone can be reached | why am I being asked",
    answer:
      "Someone told us that you may know how to reach the person they wrote to. Our email to that person came back. If you know a better address, give it on the page behind our link; if not, ignore the email. We let the sender know, and they have three days to stop it. You don’t see what was written.",
  },
  {
    id: "reminders",
    section: "arriving",
    title: "What if the recipient doesn’t open it?",
    asks: "never opens the email | hasn't opened it | didn't open it | not opened yet | ignores it | will you remind her | remind him if he doesn't open it | reminder to the recipient | send it again because she missed it | he says there is nothing in his inbox | she can't find the email | recipient overlooked it | it went to her spam folder | landed in junk | how often do you remind | unread for weeks | nudge | they didn't notice it | she didn't get my letter | he never saw it | what if they ignore the email | what if they miss it | do you send reminders | can I resend the notification | can you remind them | the recipient says it never came | they deleted the email | it might be in spam | check spam folder | how many times do you write to them | they lost the mail | why didn't the person I wrote to receive it | the person I sent it to never received it | she says she never received it | he hasn't received anything | recipient did not receive it | they never got my letter, what should I do | what should I do if they didn't get it | she says she never got anything | he hasn't noticed the email | she ignores it | what if he forgets to open it | do you nudge them | will you write to her again | it ended up in her junk folder | he overlooked it | it's been a week and she hasn't opened it | how often do you remind them | she thinks it's spam",
    answer:
      "We send them a reminder on the 3rd day and another on the 14th day, then no more. The vault stays there for them, and the link in the email keeps working. If they can’t find the email, they should look in the spam folder for “… kept something for you”, with your name.",
    more: [
      "They can also sign up with the address you wrote to: then it’s on their dashboard. And you can share a delivered vault by a link.",
    ],
  },
  {
    id: "recipient-died",
    section: "arriving",
    title: "What if the person I wrote to has died?",
    asks: "the recipient died | the person I wrote to has died | my mother passed away before she could read it | she is dead now | he died before the day | who gets the letter when the recipient is dead | recipient is deceased | what if they die first | she won't be there any more | give it to her children instead | the letter is for someone who is no longer alive | my friend passed away, what about the letter to him | what if the recipient is no longer alive | recipient passes away first | what if she dies before me | deceased recipient | he has passed on | what if she's no longer alive by then | what if he is gone by then | the person it is for passed away | she died before the date | my friend died, what about his letter | what if I outlive them | he didn't live to see it | can someone else get it instead",
    answer:
      "We’re sorry. Until its day, you can open the vault and choose Edit Memory to let it go to someone else, or cancel it. If it’s sealed, you can still change the address under “Change where it goes”, or cancel it. If we can’t reach anyone, it’s kept for seven years and can still be claimed.",
  },
  {
    id: "address-checks",
    section: "arriving",
    title: "How do you know the address still works in ten years?",
    asks: "will the email address still work in ten years | do you check the address | addresses change over the years | email will exist in 2050 | what if she changes her email before then | check whether the address is right | ask the recipient | confirm the recipient's address | yearly letter | annual letter | what is this email about my waiting vaults | keep addresses up to date | years later | is the address still valid | gmail closes | what if their email changes over time | how do you keep the address current | will it reach them in 20 years | do you verify the recipient's email | make sure the address is right | reminder to check my addresses | gmail might not exist | how are you going to find her in 20 years | how will you find the recipient years from now | what if her email changes by then | but what if emails change | will you still be able to reach them | will I still have the same email by then | her email will surely be closed by then | nobody keeps an email address that long | what if he switches provider | will the address exist decades from now | work email won't last | school address expires | how do you track people down | do you check from time to time | people change their mail all the time | what if she no longer uses that address | moves to another provider",
    answer:
      "We check while there’s time to fix it. When you schedule a vault, and again 90 and 30 days before its day, we check that the address’s domain takes mail. Once a year we write to you about your waiting vaults, and half a year later we ask whether the addresses are still right.",
    more: [
      "You can also ask the recipient: “Ask whether the address is right” on the vault’s page. They read that someone has kept something for them, and nothing else: not who, not what, not when.",
    ],
  },
  {
    id: "verify-email",
    section: "arriving",
    title: "Why do I have to confirm my email address?",
    asks: "verify my email | confirm my email address | confirmation email | verification link | didn't get the confirmation mail | resend the verification email | verification link expired | account needs verification | verification link too old | no activation mail | activate my account | email not verified | why must I verify | not delivered because I'm not verified | signed up but no mail came | welcome email never came | I did not receive my verification email | email verification | verify my account | my email isn't verified | confirm my account | link to verify expired | didn't get an email after signing up | where is the confirmation | how do I confirm | registration email missing | account not confirmed | resend confirmation | why do I need to click a link after signing up | prove that it's my email | what's the yellow bar about confirming | never got the sign-up mail | the link to activate doesn't work | do I have to validate my address | won't be sent until I confirm | I haven't confirmed yet, will it still go out | the mail with the link is missing",
    answer:
      "So that nobody can write in your name. You can schedule vaults at once, but they’re only delivered once your address is confirmed. Open the link in the email we sent at sign-up; it works for three days, and the dashboard can send a new one.",
    more: [
      "If you forget, we remind you in the first weeks, and again before the day and after it. The vault waits for a year after its day; then it’s deleted. No email? Check the spam folder.",
    ],
    link: { href: "/dashboard", label: "Dashboard" },
  },
];
