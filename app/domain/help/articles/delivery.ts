import type { HelpArticle } from "../article";

export const DELIVERY: HelpArticle[] = [
  {
    id: "how-far-ahead",
    section: "delivery",
    title: "How far ahead can I choose a day?",
    asks: "maximum years from now 100 years furthest latest last possible date schedule limit 75 50 decades horizon long future 2099 deliver today tomorrow earliest soonest how many years twenty thirty years a hundred eighteenth birthday wedding day graduation date unknown don't know the date",
    answer:
      "From today up to 75 years ahead. If you choose today and the hour has already passed, it goes out at once.",
  },
  {
    id: "what-time",
    section: "delivery",
    title: "At what time of day is it delivered?",
    asks: "hour clock sent morning nine 9 o'clock time zone timezone daylight saving summer time midnight exact moment when exactly at night early in the morning at midnight which hour abroad other country traveling travelling moving to another country leap year february clocks change australia america right moment local time",
    answer:
      "At 09:00 on the chosen day, unless you pick another hour. The hour is by the time zone of the vault, which the form takes from your browser and you can change under “Change the hour”.",
    more: [
      "If a country changes its clocks or its time zone before that day, we work the moment out again, so 09:00 stays 09:00 there.",
    ],
  },
  {
    id: "how-it-arrives",
    section: "delivery",
    title: "How does it reach the recipient?",
    asks: "email link mail delivered sms text message post paper printed physical letter do they need an account to sign up register to see it children daughter son how will they get it notification without signing up no registration app needed whatsapp grandson granddaughter open it",
    answer:
      "By email. The email names you and the title and has a link; the letter itself opens on our page after a one-time code. If you choose so, the text of the letter is in the email as well. The recipient needs no account.",
    more: [
      "A text message is only one of the later ways we try when email fails, and only if you gave a phone number and this site can send text messages. We don’t send anything on paper.",
    ],
  },
  {
    id: "not-reached",
    section: "delivery",
    title: "What happens if the email bounces or can’t be delivered?",
    asks: "bounce bounced fails failure undeliverable address dead changed email no longer exists wrong address full mailbox second address backup contact ladder held waiting for an address moved what if they moved change jobs lose their mailbox never arrives lost in spam recipient dead died before the day name somebody who can be contacted resend to another address after it failed second try nobody reached",
    answer:
      "We don’t give up. We retry, then try the second address, a text message where that’s possible, your backup contact, your legacy contacts, and you. Only when nothing is left is the vault held: it’s kept for seven years and can still be claimed or sent to another address.",
    more: [
      "You give the second address and the backup contact in the form, or later under “Change where it goes”. A backup contact is asked for a better address and learns nothing of what you wrote.",
      "If someone else gives us a new address, you’re told first and have 72 hours to stop it.",
      "You get an email at every failure, with a link to correct the address.",
    ],
  },
  {
    id: "what-delivered-means",
    section: "delivery",
    title: "What do waiting, sealed, on its way, delivered and held mean?",
    asks: "status state badge pending scheduled delivering delivered held what does it mean meaning why does my vault still say says on its way stuck did it arrive was it delivered was it saved did it work is it really scheduled sent successfully how do i know",
    answer:
      "Waiting means its day hasn’t come. Sealed is waiting and closed to everyone. On its way means we’ve sent it and don’t yet know that it arrived. Delivered means it arrived. Waiting for an address (held) means nobody could be reached so far.",
    more: [
      "We call it delivered when the recipient’s mail provider confirms it or the recipient opens it. Where a mail provider can’t tell us, we take three days without a bounce as a yes.",
    ],
  },
  {
    id: "delivery-record",
    section: "delivery",
    title: "Can I see whether it arrived and was opened?",
    asks: "record history log proof of delivery read receipt opened seen track tracking did they he she read my letter looked at does anyone know that i read it has he has she opened it will the sender know see that i opened it privacy of reading evidence court timestamp see who looked at it and when",
    answer:
      "Yes. The vault’s page has a delivery record: each attempt, each answer of a mail server, and when it was opened. Lines are only ever added, never changed, and you can download the record.",
    more: ["The recipient is told on the page, before they open it, that you’ll see it."],
  },
  {
    id: "reminders",
    section: "delivery",
    title: "What if the recipient doesn’t open it?",
    asks: "never opens the email unopened not opened ignored reminder remind unread silence spam forgot says there is nothing in the inbox has not looked not reading nudge chase",
    answer:
      "We send them a reminder on the 3rd day and another on the 14th day, then no more. The vault stays there for them, and the link in the email keeps working. Recipients can also choose a day on which they want to be reminded.",
  },
  {
    id: "verify-email",
    section: "delivery",
    title: "Why do I have to confirm my email address?",
    asks: "verify verification account needs verification confirm address confirmation mail link did not get resend not delivered unverified",
    answer:
      "So that nobody can write in your name. You can schedule vaults at once, but one for someone else is only delivered when your address is confirmed. Open the link in the email we sent at sign-up; the dashboard can send it again.",
    more: ["If you forget, we remind you before the day and after it. The vault waits."],
    link: { href: "/dashboard", label: "Dashboard" },
  },
  {
    id: "address-checks",
    section: "delivery",
    title: "How do you know the address still works in ten years?",
    asks: "address health check still right old email years later ask recipient confirmation yearly letter annual letter keep up to date",
    answer:
      "We check while there’s time to fix it. When you schedule a vault, and again 90 and 30 days before its day, we check that the address’s domain takes mail. Once a year we write to you about your waiting vaults, and half a year later we ask whether the addresses are still right.",
    more: [
      "You can also ask the recipient: “Ask whether the address is right” on the vault’s page. They read that someone has kept something for them, and nothing else: not who, not what, not when.",
    ],
  },
  {
    id: "preview",
    section: "delivery",
    title: "Can I see what the recipient will get?",
    asks: "preview rehearsal test delivery try out see how it looks test email sample listen hear play my own recording before it goes check before sending read it again look at it first",
    answer:
      "Yes. “Show me exactly what they will get”, in the form and on the vault’s page, shows the email and the page, and can send the email to you. Nobody else gets anything.",
  },
  {
    id: "calendar",
    section: "delivery",
    title: "Can I put the day into my calendar?",
    asks: "ics calendar event google outlook apple remember date",
    answer:
      "Yes. Open a waiting vault and choose “Add the day to your calendar”. You get a calendar file that Google Calendar, Outlook and Apple Calendar can read.",
  },
];
