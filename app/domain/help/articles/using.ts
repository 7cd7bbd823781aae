import type { HelpArticle } from "../article";

export const USING: HelpArticle[] = [
  {
    id: "emails-from-us",
    section: "account",
    title: "Which emails do you send me, and how do I stop them?",
    asks: "unsubscribe | stop the emails | too many emails | stop sending me mail | turn off notifications | notification settings | weekly digest | stop the weekly summary | weekly mails | email preferences | stop the newsletter | unsubscribe from the newsletter | marketing emails | opt out | how often do you write | annoying mails | mute | I don't want your emails | take me off the list | cancel the newsletter | switch off the reminders | product updates | no more messages from amberkeep | get fewer mails | daily mail | how do I unsubscribe | manage notifications | change email settings | I get too many messages | don't send me ads | stop all emails | reduce emails | which notifications will I receive | stop promotional mails | how do I opt out | remove me from your mailing list | why do you keep mailing me | turn the digest off | notifications | take me off your list | stop writing to me | I don't want your mails | less mail | why do you send me this | weekly summary | spam from you",
    answer:
      "Under Notifications you choose the ones you want: news of deliveries, the weekly digest, product updates, offers. Each of those emails also has a link that stops its kind. Every newsletter has an unsubscribe link. Security alerts, and what we need you to do for a delivery, always come.",
    link: { href: "/settings/notifications", label: "Notifications" },
  },
  {
    id: "newsletter",
    section: "account",
    title: "How do I get the newsletter?",
    asks: "subscribe to the newsletter | sign up for the newsletter | get news from you | newsletter confirmation | didn't get the newsletter confirmation | join the newsletter | how often does the newsletter come | follow you | receive your newsletter | get updates | follow the news | mailing list | hear about new features | sign up for news | your mailing list | hear about new things | subscribe | updates about the product | I never confirmed the newsletter | news by email | blog",
    answer:
      "Enter your email address on the Newsletter page, and open the link in the email that we send you: only then are you on the list. You need no account. Every issue has a link that unsubscribes you with one click.",
    link: { href: "/newsletter", label: "Newsletter" },
  },
  {
    id: "delete-account",
    section: "account",
    title: "How do I delete my account?",
    asks: "delete my account | close my account | remove my account | erase my personal data | erase everything about me | right to be forgotten | forget me | wipe everything | close it for good | unregister | cancel my membership | leave amberkeep | quit | how long until my account is deleted | restore a deleted account | I deleted my account by mistake | what happens to my letters when I delete my account | deactivate | sign off | terminate my account | get rid of my account | undo account deletion | how can I delete my account | cancel my account | remove all my information | permanently delete | I want out | delete my profile | how do I leave | erase me | can I get my account back | stop using the service | what gets deleted | close everything | account removal | leave for good | I don't want to be here any more | what happens when I close it | reopen my account | restore my account | get my account back | terminate",
    answer:
      "Under Data and privacy in the settings, choose Delete my account. It’s erased 30 days after you ask; log in before then, and it stays. You choose whether waiting vaults are cancelled or still delivered. What was delivered to others stays with them for the rest of its seven years.",
    more: ["Want a copy of everything? Download your data first."],
    link: { href: "/settings/data-privacy", label: "Data and privacy" },
  },
  {
    id: "export-data",
    section: "account",
    title: "Can I download all my data?",
    asks: "export my data | download all my data | data export | gdpr export | copy of everything | take my data out | archive of my account | backup of all my letters | move to another service | switch provider | data portability | subject access request | get all my letters at once | download everything | where is my export | export is taking long | export link expired | import | transfer to another installation | all my files in one zip | save everything before leaving | get a copy of my data | back up my account | save all my messages | download all my letters | export everything | extract my data | portable copy | request my data | bulk download | everything as a zip | take my stuff elsewhere | copy of all I've written | archive | get all my letters out | backup of my account | move to another provider | everything you have on me | save all at once",
    answer:
      "Yes. Under Data and privacy in the settings, choose Prepare my data. You get one archive with all your memories as pages that open in any browser, every file, the letters you’ve opened, the replies, and your account. We email you when it’s ready; you can download it for seven days.",
    more: ["Sealed vaults stay closed in the archive: it has only their details."],
    link: { href: "/settings/data-privacy", label: "Data and privacy" },
  },
  {
    id: "who-sees-me",
    section: "account",
    title: "Can others see or find me here?",
    asks: "profile visibility | can others find me | who can see my profile | find a friend on amberkeep | search for people | hide my profile | public profile | does my profile show my email | privacy settings | let people find me by email | is my name public | show my activity | look someone up | make my profile private | find people | am I listed | can strangers see my name | is my profile public | can people search for me | find my friends | is there a directory | can I look for someone | visible profile | who knows I'm a member | does google find my letters | search engines | can strangers see I'm here | am I visible | can others look me up | who knows that I have an account | is my name listed | indexed | hidden | be invisible | can my boss find out",
    answer:
      "Not unless you want it: your profile is closed to everyone until you open it under Privacy in the settings, to people you know here or to anyone with its link. It never shows your email address. There you also choose whether someone who knows your exact address can find you.",
    link: { href: "/settings/privacy", label: "Privacy settings" },
  },
  {
    id: "without-javascript",
    section: "account",
    title: "Does it work on my phone, or without JavaScript?",
    asks: "is there an app | iphone app | android app | app store | does it work on my phone | on my tablet | ipad | do I have to install anything | which browser do I need | old computer | without javascript | which devices | windows mac linux | requirements | screen doesn't work on my phone | internet explorer | offline use | does it need internet | slow connection | kindle | mobile version | download the app | smart tv | text browser | does it work with firefox | chromebook | is there a mobile app | what do I need to use it | does it run on a mac | supported browsers | is it compatible with my phone | can I use it on a tablet | do you have an app | does it work on old devices | can I use my ipad | where can I download it | works offline | javascript disabled | computer requirements | does it work everywhere | does it run on a tablet | in the app store | android | works in firefox | which browser | windows | slow phone | do I need to install something | cookies blocked | on my mobile",
    answer:
      "Yes. There’s nothing to install: every page works in the browser of any phone, tablet or computer, even an old one, and with JavaScript switched off. With JavaScript some things are more convenient, such as uploads with a progress bar.",
  },
  {
    id: "zoom",
    section: "account",
    title: "The text is too small. Can I make it larger?",
    asks: "text too small | writing is too small | font is tiny | zoom | can't zoom in | enlarge | bigger letters | larger text | make the writing bigger | hard to read | my eyes are bad | poor eyesight | pinch to zoom | glasses | large print | magnify | allow zoom | I can't see the letters | low vision | increase font size | too tiny to read on my screen | letters are too small | text size | how can I make the page larger | can I magnify it | small print | increase the text size | I need bigger text | can't read it without my glasses | older people eyes | make everything bigger | enlarge the screen | letters are tiny | bigger font | pinch | bad eyesight | I can hardly read this | larger print",
    answer:
      "Yes. At the foot of every page there’s a switch, “Allow zoom”: turn it on, and you can enlarge pages with two fingers. In desktop browsers zooming always works: hold Ctrl (or ⌘) and press +. Pages also follow the text size you set in your browser.",
  },
  {
    id: "accessibility",
    section: "account",
    title: "Does it work with a screen reader, or in dark mode?",
    asks: "screen reader | I am blind | voiceover | nvda jaws talkback | accessibility | accessible | keyboard only | can't use a mouse | dark mode | dark theme | night mode | too bright | high contrast | colour blind | turn off animations | moving things make me dizzy | reduce motion | disabled user | deaf | subtitles | wcag | light mode | change the colours | black background | visually impaired | hearing impaired | can blind people use it | is it accessible | night theme | the page is too bright | change the theme | animations bother me | keyboard navigation | voice control | I'm blind | could you read it out loud | the white background hurts my eyes | bright screen at night | I can't use a mouse | disability | voice over | dyslexia | don't like the dark background | theme | keyboard shortcuts | hotkeys",
    answer:
      "Yes. Every page can be used with a screen reader and with the keyboard alone. Pages follow your device: dark or light mode, and less motion if you’ve asked it for that. If something doesn’t work for you, please tell us.",
    more: ["When you’re logged in, press ? for the keyboard shortcuts. You can switch them off there, too."],
    link: { href: "/contact", label: "Contact us" },
  },
  {
    id: "languages",
    section: "account",
    title: "Which languages does it speak?",
    asks: "language | which languages | change the language | in German | in Spanish | in French | is it available in my language | can I write in Arabic | write my letter in another language | translate | translation | foreign language | does the recipient get it in English | chinese characters | deutsch | español | right to left | other languages | is there a german version | can it be translated | supports french | can I write in Russian | non-english | change language | spanish | I don't speak English well | french version | can I write in Chinese | does she have to know English | arabic | other alphabets | emoji | polish",
    answer:
      "Pages and emails are in English for now. Your own letter can be in any language and script, including those written from right to left. We deliver it exactly as you wrote it, and don’t translate it.",
  },
  {
    id: "error-page",
    section: "account",
    title: "Something went wrong on a page. What can I do?",
    asks: "error message | something went wrong | page doesn't work | it's broken | bug | crash | that didn't work | reference number | server error | site is down | page won't load | button does nothing | stuck | page not found | failed to save memory | database error | form expired | please try again | it doesn't respond | cookies are blocked | too many requests | report a problem | something is broken | loading forever | blank page after submit | the site isn't working | it keeps crashing | buttons are missing | the page is frozen | the screen is blank | nothing happens when I click | the app has jammed | weird behaviour | missing buttons | technical problem | can't save | submit doesn't work | it failed | unexpected error | reload | message says something went wrong | site down | page just says oops | it crashed | something broke | nothing happens when I press | white page | blank screen | it's not loading | the button does nothing | 404 | not found | is there an outage | it hangs | what is the reference number | doesn't work",
    answer:
      "Go back and try it once more; what you typed is kept in the form. Please check that your browser accepts cookies from this site. If it happens again, write to us, and include the reference that the page shows: it lets us find what happened.",
    link: { href: "/contact", label: "Contact us" },
  },
  {
    id: "contact",
    section: "account",
    title: "How do I reach a person?",
    asks: "contact | support | talk to a person | speak to a human | customer service | email address of support | phone number | telephone | call you | ring | complaint | help me please | question not answered | feedback | suggestion | who runs this | who is behind this | real person | write to you | chat with an agent | I need help | press enquiry | report something | get in touch with the team | hotline | where are you based | company address | how can I contact you | get help | talk to someone | who can I ask | email you | is there a help desk | customer support | speak with someone | I have a question | I have an idea | who made this | who owns this company | call someone | give feedback | reach you by phone | write to the company | live chat | press | talk to a human | email address of the company | phone hotline | how long does support take to reply | nobody answers | I have an idea for you | chat with someone | report a bug | can I work for you | jobs",
    answer:
      "Use the Contact page: your message reaches the people who run this site, and they answer by email. There’s no phone line. If a page showed you an error with a reference, please include it.",
    link: { href: "/contact", label: "Contact us" },
  },
];
