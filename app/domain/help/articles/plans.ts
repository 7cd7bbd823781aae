import { PLANS, SHOWN_AT_CHECKOUT } from "~/domain/account/plans";
import type { HelpArticle } from "../article";

const bought = PLANS.filter(({ price }) => price > 0)
  .map(({ name, vaultLimit, price }) => `${name} (${vaultLimit} vaults, $${price.toFixed(2)})`)
  .join(", ");
const plans = { href: "/settings/plan", label: "Plans" };
const billing = { href: "/settings/billing", label: "Billing" };

export const PLAN_PAGES: HelpArticle[] = [
  {
    id: "cost",
    section: "plans",
    title: "What does it cost?",
    asks: "how much does it cost | what does it cost | price | prices | is it free | do I have to pay | is the first one really free | monthly fee | subscription | do I pay again every year | will I be charged next year | does it renew | automatic renewal | one-time payment | how much for one letter | what is the smallest plan | difference between plus and premium | what does premium include | how many vaults do I get for free | pricing | fee | expensive | cheap | family plan | student discount | what are the plans | is there a catch | free trial | dollars euros | how much are more vaults | is this free or what | do recipients pay | hidden costs | lifetime price | is Amberkeep free | how much do I pay | what's the price of a plan | is there a charge | what do I get for free | paid plans | pricing plans | membership fee | cost per letter | how much does a plan cost | do guests pay | does the recipient pay | can I use it for free forever | is it a subscription | recurring charge | annual fee | cheapest option | compare the plans | what's included | why is it so cheap | when am I charged | when do I have to pay | when do I pay | what am I charged for | what would that set me back | how much is it | per month or once | is there a charge per letter | how much for ten | discount | cheapest | what are the tiers | do students pay less | which plan is best | do I pay for each letter",
    answer: `Your first vault is free. Larger plans are paid for once and never renew: ${bought}. Recipients and guests pay nothing.`,
    more: [`Prices are in US dollars. ${SHOWN_AT_CHECKOUT}`],
    link: plans,
  },
  {
    id: "vault-limit",
    section: "plans",
    title: "Why can’t I create another vault?",
    asks: "limit reached | vault limit reached | I've reached my limit | can't create another vault | can't make a new letter | plan is full | no more vaults | how do I get more vaults | need more room | upgrade my plan | bigger plan | run out of places | used up | free a place | does cancelling free a place | do delivered vaults count | do drafts count | how many can I have | maximum number of vaults | why is it blocked | it won't let me make a second one | more than one letter | how many letters can I write | buy more | how many have I left | slots | how many messages can I create | maximum messages | can I write more than one | I'd like to make more | upgrade | increase my limit | get a larger plan | what counts towards my plan | no room left in my plan | I deleted one, is there room again | why can't I schedule it | it tells me to upgrade | how do I get extra | need another one | one is not enough | manage my plan | how often can I write a letter | how often can I use it | one letter a day | unlimited letters | can I have multiple vaults | can I have more than one vault | several letters at once | it won't let me make another | only one letter allowed | how do I get more | I have none left | need more space | can't add a second one | you've reached | buy extra | does a cancelled one count | why do I have to upgrade",
    answer:
      "You’ve used every vault in your plan. Each scheduled vault counts, even after it’s delivered; drafts and cancelled vaults don’t. Cancelling one that’s still waiting frees its place, and a larger plan gives you more.",
    link: plans,
  },
  {
    id: "orders",
    section: "plans",
    title: "Where are my receipts?",
    asks: "receipt | invoice | where can I find my invoice | bill | tax | vat | invoice for my company | proof of payment | billing | order history | my orders | bookkeeping | do I get a receipt | payment confirmation | email receipt | past payments | expense report | accounting | download my receipt | where do I see my orders | download an invoice | invoice address | company invoice | get a bill | purchase history | I need a receipt | manage my billing | confirmation of my order | a bill for my tax return | for my accountant | what did I pay | my purchases | billing history | need it for the company",
    answer:
      "Under Billing in the settings: each order is listed there with its receipt. You also get the receipt by email when you pay.",
    link: billing,
  },
  {
    id: "payment-problem",
    section: "plans",
    title: "How do I pay, and what if I paid and nothing changed?",
    asks: "I paid but nothing happened | I paid but still have only one vault | card was charged but I see no change | plan not active | charged twice | double payment | card declined | payment failed | payment did not go through | paypal | credit card | apple pay | bank transfer | which payment methods | checkout error | no checkout url | waiting for your payment | how do I buy a plan | discount code | coupon | promo code | where do I enter a code for a discount | is payment safe | do you store my card | debited | upgrade didn't work | I can't pay | my purchase does not look correct | purchase isn't showing | restore my purchase | my plan isn't right after paying | wrong plan shown | payment declined | card not accepted | paid twice | money taken but no plan | how can I pay | is stripe or paypal accepted | where's the plan I bought | upgrade not applied | billing problem | problem with my payment | pay with a debit card | bought it and it still shows 1 | my card got declined | it took the money but nothing happened | can't check out | bitcoin | plan not updated | my purchase hasn't shown up | which cards do you take | still on the free plan after paying | pay in my currency",
    answer:
      "Choose a plan on the Plans page; the checkout of our shop shows how you can pay, and we never see your card. A plan starts as soon as the payment arrives, usually within a minute and within an hour at most. If it doesn’t, or you were charged twice, write to us with the address you paid with.",
    more: [
      "A discount code goes into “Have a discount code?” on the Plans page. If the page has no buttons to buy, this site sells no plans.",
    ],
    link: plans,
  },
  {
    id: "refunds",
    section: "plans",
    title: "Can I get my money back?",
    asks: "refund | money back | can I get a refund | I want my money back | return a plan | cancel my purchase | cancel my order | bought the wrong plan | changed my mind about the plan | withdraw from the contract | right of withdrawal | chargeback | reimburse | what happens after a refund | cancel my subscription | downgrade | I don't need the plan any more | get reimbursed | how do I request a refund | refund policy | I'm not satisfied | give me my money | cancel my plan | end my subscription | manage my subscription | how do I cancel | stop the payments | return | I bought it by mistake | purchased twice by accident | I want my money returned | I'm not happy with it | bought by accident | do I lose what I paid | return policy | get back what I paid",
    answer:
      "Write to us with the email address you paid with. After a refund your plan is the one you had before; what you scheduled stays, and is delivered. There’s no subscription to cancel: a plan is paid for once.",
    more: [
      "When a gift is refunded, the person who claimed it goes back to the plan they had before. We let them know by email.",
    ],
    link: { href: "/contact", label: "Contact us" },
  },
  {
    id: "gifts",
    section: "plans",
    title: "Can I give a plan as a gift?",
    asks: "gift | give a plan to someone | buy it for my mum as a present | present for a friend's birthday | voucher | gift card | buy for somebody else | christmas present | someone gave me a plan | redeem a gift | claim my gift | gift link has been used | voucher code doesn't work | pay for someone else | give someone vaults | birthday surprise for a friend | treat my mother to it | donate a plan | can I buy it for someone else | give it to my wife | gift certificate | send a voucher | buy a present | gift a membership | how does the gift work | someone bought me a plan | activate my gift | the gift code | gift for christmas | buy it for my sister for christmas | for somebody else's account | coupon | redeem | I was given a plan | pay for a friend | as a present for my parents | how do I use the link from my friend | treat someone",
    answer:
      "Yes. Choose Give a plan to someone on the Plans page. Once it’s paid, they get an email with a link, and you can print a card to hand over. The person who opens the link signs up or logs in, and the plan is theirs. Each gift can be claimed once. If our email doesn’t reach them, we let you know, and you can give us another address.",
    link: plans,
  },
];
