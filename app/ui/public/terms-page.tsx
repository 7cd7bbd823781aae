import { BundleDrawing } from "./drawings";
import { type Clause, LegalPage } from "./legal-page";
import { Operator } from "./operator";

const IN_SHORT = [
  "What you write stays yours.",
  "We deliver it on its day, and tell you if we can’t.",
  "You pay once or not at all. Nothing renews.",
  "You can take with you what you can read, at any time.",
];

export function TermsPage({ operator }: { operator: string | null }) {
  return (
    <LegalPage
      title="Terms"
      lede="What you can expect of us, and what we ask of you. Short enough to be read."
      drawing={<BundleDrawing />}
      changedOn="2026-11-30"
      inShort={IN_SHORT}
      clauses={clausesFor(operator)}
    />
  );
}

const clausesFor = (operator: string | null): Clause[] => [
  {
    id: "agreement",
    title: "Who agrees with whom",
    text: (
      <p>
        These terms are between you and <Operator name={operator} /> (“we”). They apply from the moment you create an
        account, or write something here without one. If you don’t agree with them, please don’t use Amberkeep.
      </p>
    ),
  },
  {
    id: "service",
    title: "What Amberkeep does",
    text: (
      <>
        <p>
          You write or upload something, choose who it’s for, and choose a day up to 75 years ahead. We keep it and hand
          it over on that day, at the hour and in the time zone you chose. If the rules of that zone change, the hour on
          the clock stays the same.
        </p>
        <p>A board collects what several people add. A message to your future self comes back to you.</p>
      </>
    ),
  },
  {
    id: "account",
    title: "Your account",
    text: (
      <p>
        To schedule a vault you need an account, an email address that you can read, and the age at which you can agree
        to terms like these where you live. Keep your password to yourself. We deliver only once you’ve confirmed your
        address; what still waits for that a year after its day is deleted. Please keep it up to date: it’s how we reach
        you when something needs you.
      </p>
    ),
  },
  {
    id: "yours",
    title: "What you write stays yours",
    text: (
      <p>
        You keep all rights to it. You allow us to store it, to copy it for backups, to make smaller copies of photos
        for the screen, and to show it to the people you chose. We use it for nothing else: no advertising, no training
        of models, no sale.
      </p>
    ),
  },
  {
    id: "allowed",
    title: "What you may not send",
    text: (
      <>
        <p>
          Nothing that’s against the law, threatens or harasses someone, exposes another person’s private life, belongs
          to others without their consent, or damages computers. No advertising, and no mass mail.
        </p>
        <p>
          A vault to someone else is an email to a person who didn’t ask for it. They can decline it, and we send
          nothing more about it, or block you, and we send them nothing more from you. If an account breaks these rules
          we may stop its deliveries or close it. We’ll say why, unless the law forbids it.
        </p>
      </>
    ),
  },
  {
    id: "sealing",
    title: "Changing, cancelling and sealing",
    text: (
      <p>
        Until its day you can change a vault or cancel it. Cancelling erases its content and frees its place. You can
        also seal it: from then on nobody can read or change it before its day, you included, and this can’t be undone.
        You can still correct the address, and you can still cancel.
      </p>
    ),
  },
  {
    id: "delivery",
    title: "Delivery",
    text: (
      <>
        <p>
          On the day, we send your recipient a link to the address you gave. It counts as delivered when their mail
          server confirms it, when they open it or, where a mail server says nothing, after three days in which nothing
          came back.
        </p>
        <p>
          If it comes back, we try the other ways you gave us, one after the other, and write down each step. If none
          works, we keep it for seven years and hand it over as soon as someone gives us an address that does. We can’t
          make anyone read it, and we can’t repair a mailbox that isn’t ours.
        </p>
      </>
    ),
  },
  {
    id: "plans",
    title: "Plans and payment",
    text: (
      <>
        <p>
          Your first vault is free. A larger plan is paid for once and doesn’t renew. It sets how many vaults you can
          have, and you see its price before you pay.
        </p>
        <p>
          If a payment is refunded, your plan shrinks again. What you scheduled before that stays, and is delivered.
          Rights to withdraw from a purchase that the law gives you are untouched.
        </p>
      </>
    ),
  },
  {
    id: "keeping",
    title: "How long we keep it",
    text: (
      <p>
        What’s waiting is kept until its day. What was delivered is kept for seven years from then. We write 90, 30 and
        7 days before that ends, so that you and your reader can download it.
      </p>
    ),
  },
  {
    id: "others",
    title: "Guests and people you name",
    text: (
      <p>
        You may name people: recipients, a backup contact, legacy contacts, the guests of a board. Please name only
        people who would be fine with that. What contacts do is recorded, and you can read it; what guests add has their
        name on it. A legacy contact can do only what you allowed, and before one can read anything you have 30 days to
        object. If you add something to a board as a guest, clauses 4 and 5 apply to you as well.
      </p>
    ),
  },
  {
    id: "leaving",
    title: "If you leave, and if we stop",
    text: (
      <>
        <p>
          You can download any vault you can read, and delete your account, at any time. It’s erased 30 days after you
          ask for that; log in before then and it’s yours again. You’re asked whether what still waits should be
          delivered or cancelled. What was delivered stays with those who have it, with your name. If you die, what
          waits is delivered on its day; we hand your account to nobody.
        </p>
        <p>
          If we ever have to close Amberkeep, we’ll tell every account by email at least twelve months before the last
          day. Until then everything due is delivered, and nothing that still waits is thrown away unread.{" "}
          <a href="/promise#pledge">Our promise</a> says how.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "What we answer for",
    text: (
      <>
        <p>
          We do this with care, and still can’t promise that nothing ever fails over decades. Please don’t let Amberkeep
          be the only place for something that can’t be replaced, and don’t use it in place of a will: in most countries
          a letter here isn’t one.
        </p>
        <p>
          We’re liable without limit for harm that we cause on purpose or through gross negligence, for injury to
          people, and wherever the law says so. Otherwise our liability is limited to harm that could be foreseen, and
          to what you have paid us. Nothing here takes away rights that the law gives you as a consumer.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes and questions",
    text: (
      <p>
        If we change these terms in a way that matters to you, we email you at least 30 days before. If you don’t agree,
        you can leave and take everything with you. The law of the country we’re based in applies, and so do the rights
        that protect consumers where you live. You’ll find how to reach us at the foot of every page.
      </p>
    ),
  },
];
