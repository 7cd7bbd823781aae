import { PLANS } from "~/domain/account/plans";
import type { HelpArticle } from "../article";

const bought = PLANS.filter(({ price }) => price > 0)
  .map(({ name, vaultLimit, price }) => `${name} (${vaultLimit} vaults, $${price.toFixed(2)})`)
  .join(", ");

export const ACCOUNT: HelpArticle[] = [
  {
    id: "cost",
    section: "account",
    title: "What does it cost?",
    asks: "pay again every year renew price pricing plan plans free pay payment subscription monthly fee money buy upgrade more vaults starter plus premium ultimate purchase expensive cheap subscribe each month how much for free one-time costs fees one vault difference between plans renew automatically trial discount euro dollar worth",
    answer: `Your first vault is free. Larger plans are paid for once and never renew: ${bought}. Recipients and guests pay nothing.`,
    more: [
      "You buy a plan on the Plans page, if the people who run this site sell them, and can also give one to someone. Orders and receipts are under Billing.",
    ],
    link: { href: "/settings/plan", label: "Plans" },
  },
  {
    id: "orders",
    section: "account",
    title: "Where are my receipts, and can I get a refund?",
    asks: "invoice bill tax billing order history paid but nothing happened charged twice plan not active still one vault after payment money back refund return cancel a purchase wrong plan credit card declined paypal payment problem discount code paypal mastercard visa apple pay vat chargeback bank transfer double payment failed did not go through",
    answer:
      "Your orders, each with its receipt, are under Billing in the settings. A plan starts as soon as its payment is confirmed, usually within a minute. For your money back, or if a plan you paid for doesn’t appear, write to us with the email address you paid with.",
    more: ["After a refund your plan is the one you had before. What you scheduled stays, and is delivered."],
    link: { href: "/settings/billing", label: "Billing" },
  },
  {
    id: "gifts",
    section: "account",
    title: "Can I give a plan as a gift?",
    asks: "present for my mother mum dad friend birthday christmas buy for somebody someone else voucher gift card claim a gift redeem gift code link already used someone gave me a plan",
    answer:
      "Yes. Choose Give a plan to someone on the Plans page. You get a card with a link to print or send. The person who opens the link signs up or logs in, and the plan is theirs: it’s paid for, and nothing renews.",
    link: { href: "/settings/plan", label: "Plans" },
  },
  {
    id: "vault-limit",
    section: "account",
    title: "Why can’t I create another vault?",
    asks: "limit reached vault limit full used up no more slots places blocked from creating free a place another vault maximum vaults limit reached more room bigger plan run out of vaults need more",
    answer:
      "You’ve used every vault in your plan. Each scheduled vault counts, also after it was delivered; drafts and cancelled vaults don’t. Cancelling one that’s still waiting frees its place, and a larger plan gives you more.",
    link: { href: "/settings/plan", label: "Plans" },
  },
  {
    id: "password",
    section: "account",
    title: "I forgot my password, or want another one",
    asks: "reset password change password cannot log in login sign in failed forgotten locked out credentials new password somebody else logged into my account hacked broken into stolen suspicious login wrong password too many tries",
    answer:
      "On the log-in page choose “Forgot your password?” and enter your email address. We send you a link that works for one hour and lets you set a new password. Setting it ends all other sessions.",
    more: [
      "If you know your password, you can change it under Password in the settings.",
      "If no email comes, look into the spam folder, and check that it’s the address of your account: for other addresses we send nothing.",
      "A password needs at least 8 characters, with a capital letter, a small letter and a digit.",
    ],
    link: { href: "/auth?mode=reset", label: "Set a new password" },
  },
  {
    id: "ways-to-sign-in",
    section: "account",
    title: "What are passkeys, login links and codes from an app?",
    asks: "passkey fingerprint face id two-factor 2fa authenticator app totp six digits recovery codes lost phone login link without password magic link second step log in without a password biometric touch id security key stolen phone hacked account safer broke lost changed my phone login codes numbers sms code security two steps",
    answer:
      "They’re other ways to log in, all optional, under Ways to sign in in the settings. A passkey logs you in when you unlock your device. A login link comes by email and works for ten minutes. With an authenticator app, your password or link also needs six digits from your phone.",
    more: [
      "Lost the phone with the app? Choose “Use a recovery code” where we ask for the digits. You got ten of them when you added the app, and each works once.",
      "Passkeys need JavaScript; everything else works without.",
    ],
    link: { href: "/settings/sign-in", label: "Ways to sign in" },
  },
  {
    id: "emails-from-us",
    section: "account",
    title: "Which emails do you send, and how do I stop them?",
    asks: "unsubscribe notifications settings preferences newsletter weekly digest too many emails stop mail marketing turn off switch off stop sending me weekly summary report reminders annoying newsletter subscribe how often do you write",
    answer:
      "Under Notifications you choose the ones you want: news of deliveries, the weekly digest, product updates, offers. Each of those emails also has a link that stops its kind. Security alerts, and what we need you to do for a delivery, always come.",
    more: [
      "The newsletter is separate and needs no account. You confirm it by email, and every issue has an unsubscribe link.",
    ],
    link: { href: "/settings/notifications", label: "Notifications" },
  },
  {
    id: "delete-account",
    section: "account",
    title: "How do I delete my account, or download all my data?",
    asks: "delete account close account erase personal data gdpr remove me export data leave right to be forgotten move to another service switch provider take everything with me the account of someone who died deceased relative close their account cancel membership unregister take my data out copy of all my data archive wipe everything forget me",
    answer:
      "Both are under Data and privacy in the settings. Download your data prepares one archive with everything, and emails you when it’s ready. Delete my account erases it 30 days after you ask; log in before then, and it stays. You choose whether waiting vaults are cancelled or still delivered.",
    more: ["Sealed vaults stay closed in the archive: it has only their details."],
    link: { href: "/settings/data-privacy", label: "Data and privacy" },
  },
  {
    id: "without-javascript",
    section: "account",
    title: "Does it work on my phone, or without JavaScript?",
    asks: "app android iphone ios mobile phone tablet browser javascript script old device requirements install download app keyboard shortcuts which devices computer laptop windows mac kindle text browser offline internet",
    answer:
      "Yes. There’s nothing to install: every page works in the browser of any phone, tablet or computer, also an old one, and with JavaScript switched off. With JavaScript some things are more convenient, such as uploads with a progress bar.",
  },
  {
    id: "zoom",
    section: "account",
    title: "The text is too small. Can I zoom in?",
    asks: "zoom enlarge bigger text font size pinch accessibility eyesight dark mode contrast screen reader letters too small cannot read the screen old eyes glasses bigger writing large print",
    answer:
      "Yes. At the foot of every page there’s a switch, “Allow zoom”: turn it on, and you can enlarge pages with two fingers. In desktop browsers zooming always works. Pages follow your device’s light or dark mode.",
  },
  {
    id: "contact",
    section: "account",
    title: "How do I reach a person?",
    asks: "contact support human email address talk to someone customer service complaint problem report bug help me reference phone number call speak to real person question not answered feedback suggestion telephone something is broken does not work stuck error page crash who runs this",
    answer:
      "Use the Contact page. If a page showed you an error with a reference, please include it: it lets us find what happened.",
    link: { href: "/contact", label: "Contact us" },
  },
];
