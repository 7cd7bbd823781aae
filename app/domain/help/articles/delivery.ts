import type { HelpArticle } from "../article";

export const DELIVERY: HelpArticle[] = [
  {
    id: "how-far-ahead",
    section: "delivery",
    title: "How far ahead can I choose a day?",
    asks: "how far ahead | how far in advance | furthest date | latest possible date | maximum number of years | 100 years from now | in fifty years | twenty years ahead | thirty years | when she turns 18 | eighteenth birthday | for a wedding day in the future | can it go out today | tomorrow | earliest day | how soon | same day | 2099 | next century | long into the future | minimum time | can I schedule for 2060 | decades | limit of years | past date | how long in advance can I schedule | maximum time | is there a limit on the date | can I send something in 80 years | how late can it be | shortest time | within an hour | as soon as possible | next week | for his 50th birthday | when my baby is grown up | far future | choose a date after my death | earliest possible | can it be 90 years | for the year 2100 | what's the longest wait | for my great-grandchildren | how soon can it go | can I send it today | next week already | more than a lifetime | the calendar doesn't go further | how many years at most | century | can I choose a date in the past",
    answer:
      "From today up to 75 years ahead. If you choose today and the hour has already passed, it goes out at once.",
  },
  {
    id: "what-time",
    section: "delivery",
    title: "At what time of day is it delivered?",
    asks: "what time is it delivered | which hour | time zone | timezone | change the hour | at midnight | at 6 pm instead of the morning | early morning | exact moment | summer time | daylight saving | clocks change | february 29 | leap year | I'm moving to Australia | she lives in another country | whose local time | my time or theirs | UTC | will it arrive at night | can I set the minute | hour of birth | what o'clock | at noon | before breakfast | what time will it be sent | when during the day | can I choose the time | why did it come at a different time than I expected | it opened at the wrong time | exact hour | does it follow my time zone | different time zones | delivery time | in the evening | what if they live abroad | time difference | it came too early in the morning | set a time | is midnight possible | whose clock counts | I live in Japan and he lives in Chile | early in the morning | at breakfast | exactly at noon | at what o'clock | choose the hour | she's in another country | will it come at night | I moved abroad",
    answer:
      "At 09:00 on the chosen day, unless you pick another hour. The hour is in the vault’s time zone, which the form takes from your browser and you can change under “Change the hour”.",
    more: [
      "If a country changes its clocks or its time zone before that day, we work the moment out again, so 09:00 stays 09:00 there.",
    ],
  },
  {
    id: "how-it-arrives",
    section: "delivery",
    title: "How does it reach the recipient, and do they need an account?",
    asks: "how does it arrive | how will they get it | how is it delivered | does the recipient need an account | must my daughter sign up to see it | open it without registering | what does the recipient have to do | by email or text message | is the letter in the email | include the letter in the email | do they need an app | how does he open it | does she have to pay | how do they receive it | notification to the recipient | does my grandson have to log in | what do they click | whatsapp | messenger | will it come by email | what does the recipient get | what will recipients receive | how will my recipients know | how do they find out | how will they be told | does the recipient have to install something | what if they don't have the app | do they need an apple device | do they need to be a member | how do they access it | can they open it on their phone | what do they have to do to read it | is a link sent | do they get an email | how is the message sent | in which way does it come | what will she see | how does he get it | what does she have to do | does he have to install something | does she need to be a member too | must they sign up as well | what will land in his inbox | by what means | will it be in the mail or on a page | how does the other side open it | do they have to pay | does the text stand in the email | will it come by itself | do I have to send it myself on the day",
    answer:
      "By email. The email names you and the title and has a link; the letter itself opens on our page after a one-time code. If you tick “Include the letter in the email”, its text is in the email as well. The recipient needs no account and pays nothing.",
    more: ["If email doesn’t reach them, we try the other ways you gave us."],
  },
  {
    id: "who-its-from",
    section: "delivery",
    title: "Will they know it’s from me, and do they hear of it before?",
    asks: "will they know it's from me | anonymous | send anonymously | hide my name | stay anonymous | secret admirer | send it to my crush without my name | does it say who it's from | what does the email look like | subject line | sender name | which name is shown | change the name they see | use a nickname | will they find out before the day | do they get told that something is waiting | keep it a surprise | does the recipient know beforehand | is it a secret until then | does she see my email address | from which address is it sent | what's written on the envelope | what name do they see | is the sender shown | can I keep my identity hidden | what will the email say | can I hide that it's me | will she recognise it's from me | what's the subject of the email | does it look like advertising | does the recipient know in advance | will they be notified now | are they informed when I create it | do they learn about it before | does she see my name | can it be a surprise | without a name | will she find out before | do you tell him there's something waiting | hide that it's from me | are they notified now | do they know it exists | don't spoil the surprise | which name do they see | do you contact her when I schedule it | hear about it in advance",
    answer:
      "Yes: on the day, the email and the page show your name as it is in your profile, the title, and when you wrote it. It can’t be sent anonymously. Before the day they hear nothing, unless you choose to ask whether their address is right, or give them a claim card.",
    more: ["That question says only that someone has kept something for them: not who, not what, not when."],
    link: { href: "/settings/profile", label: "Your name" },
  },
  {
    id: "text-messages",
    section: "delivery",
    title: "Do you send text messages?",
    asks: "sms | text message | does the recipient get a text | send it to a phone number | what is the phone number for | why do you ask for my phone number | can I send to a mobile | deliver by whatsapp | by telephone | phone call | mobile number | get it on their phone by text | recipient phone | can you text them | notify by sms | do you send texts | message to her cell | do I have to give a phone number | why a phone number | by phone | do you text | on WhatsApp | as a text to her phone | why do you ask for a phone number | via SMS | I only have his number | telegram or signal | messenger",
    answer:
      "Only where this site is set up for it, and only when email fails: then we text a link to the phone number you gave. The form asks for a number only if that’s possible. We don’t call anyone, and don’t use messaging apps.",
  },
  {
    id: "on-paper",
    section: "delivery",
    title: "Do you send letters on paper?",
    asks: "by post | printed letter | real letter | paper | physical mail | postal address | stamp | send it to a street address | will the photos be printed | usb stick by mail | deliver a parcel | can you send flowers | a card in the mail | royal mail | courier | home address | print it for me | can I print it myself | print the letter | can you mail a real letter | physical copy | sent by post | snail mail | do you print and send it | hard copy | can I get it printed | I want it on paper | post it to their house | land on her doorstep | by the postman | an envelope with a stamp | hardcopy | handwritten | can you print it and post it | parcel | ship a thing | send an object | something she can hold | street address | deliver flowers",
    answer:
      "No, nothing goes by post, and we don’t print photos. You can print a letter yourself from its page once it can be read, and a claim card is a sheet of paper that you can hand over: from its day on, its code opens the vault.",
  },
  {
    id: "no-email",
    section: "delivery",
    title: "My recipient has no email address",
    asks: "has no email | no e-mail address | doesn't use the internet | my grandson is a baby | child too young for email | newborn | unborn child | toddler has no mailbox | great-grandchild | grandchild has no address | for my son when he is grown up | will my baby be able to open it when she is 18 | she doesn't have a computer | old aunt without email | how will a child get it | give it to a notary | put it in my will | leave it in a safe | keep it in a drawer | which address do I enter for a child | he is only four | recipient without internet | my kid has no email yet | what if my child doesn't have an email | recipient is too young | how do I send it to a baby | my father doesn't do email | someone without a computer | what do I put for the email of a child | grandchild not born yet | leave it for a child | a baby who isn't born yet | how would he ever get this, he doesn't exist yet online | she's offline | my grandpa doesn't do computers | has no computer | only a house address | he never goes online | too young for email | unborn | nobody knows his address in 18 years | she doesn't use the internet | can't use email | I don't know what address he will have",
    answer:
      "Print a claim card. It’s a sheet with a QR code and none of the content: keep it with your papers, or give it to someone you trust. From the day on, its code opens the vault at /claim, without any mailbox. In the form, enter the address of a parent, or your own: on the day, an email goes there, too.",
    more: [
      "“Make a claim card” is on the vault’s page once it’s scheduled. When the child has an address, enter it under “Change where it goes”.",
    ],
  },
  {
    id: "preview",
    section: "delivery",
    title: "Can I see what the recipient will get?",
    asks: "preview | rehearsal | see what they will get | see how it looks | send a test | test email | test the delivery | try it with myself first | check it before it goes | look at it once more before it's sent | sample of the email | what will it look like on her phone | hear my recording before it goes | how does it look when she opens it | show me exactly | dry run | view as recipient | read it through before sending | can I test it | how will it look | see the email before | view it as the recipient | trial run | is there a preview | make sure it looks right | send a copy to me first | double check | what's it going to look like | send me a test | try it on myself | see it with her eyes | check before it goes | test run | rehearse | how will it be shown to him | practice delivery | proof read the mail",
    answer:
      "Yes. “Show me exactly what they will get”, in the form and on the vault’s page, shows the email and the page, and can send the email to you. Nobody else gets anything.",
  },
  {
    id: "calendar",
    section: "delivery",
    title: "Can I put the day into my calendar?",
    asks: "calendar | ics | google calendar | outlook | apple calendar | remind me of the day | remind me when it goes out | add the date | note the day | tell me before it is sent | notify me on the day | alert me before | put it in my diary | add to calendar | remember the date | will you tell me when it's sent | am I notified when it's delivered | remind me in my phone's agenda | outlook calendar | so that I don't forget the date | appointment | iCal | save the date | add it to my agenda",
    answer:
      "Yes. Open a waiting vault and choose “Add the day to your calendar”. You get a calendar file that Google Calendar, Outlook and Apple Calendar can read.",
    more: ["We email you when it has been delivered, unless you turned that off under Notifications."],
  },
];
