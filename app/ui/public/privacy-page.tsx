import { COOKIES } from "./cookies";
import { KeyholeDrawing } from "./drawings";
import { type Clause, LegalPage } from "./legal-page";
import { Operator } from "./operator";

/** What this installation is set up with. */
export type PrivacyFacts = {
  operator: string | null;
  mail: "Mailgun" | "SMTP" | "none";
  hasSms: boolean;
  hasCloudinary: boolean;
  /** Whether plans can be bought, through Lemon Squeezy. */
  hasPayments: boolean;
  /** Whether a language model answers in the help. */
  hasAssistant: boolean;
  hasContactAddress: boolean;
};

const IN_SHORT = [
  "What you write is stored encrypted, and opened for nobody before its day.",
  "We don’t advertise, don’t track you, and don’t sell anything about you.",
  "No page loads anything from another company.",
  "You can see, correct, download and delete what we have.",
];

export function PrivacyPage({ facts }: { facts: PrivacyFacts }) {
  return (
    <LegalPage
      title="Privacy"
      lede="What we know about you, why, who else sees it, and for how long."
      drawing={<KeyholeDrawing />}
      changedOn="2026-11-30"
      inShort={IN_SHORT}
      clauses={clausesFor(facts)}
    />
  );
}

function clausesFor(facts: PrivacyFacts): Clause[] {
  const { operator, mail, hasSms, hasCloudinary, hasPayments, hasAssistant, hasContactAddress } = facts;
  return [
    {
      id: "who",
      title: "Who is responsible",
      text: (
        <p>
          This site is run by <Operator name={operator} />, called “we” here. You’ll find how to reach us at the foot of
          every page.
        </p>
      ),
    },
    {
      id: "what",
      title: "What we store, and why",
      text: (
        <dl>
          <div>
            <dt>Your account</dt>
            <dd>
              Name, email address, a phone number if you give one, time zone, plan and settings; your password only as a
              hash from which it can’t be read, and the keys of passkeys and apps that you add. We need this to run your
              account.
            </dd>
          </div>
          <div>
            <dt>What you write and upload</dt>
            <dd>
              Titles, letters, photos, videos, recordings and replies, because keeping them is what you asked us to do.
            </dd>
          </div>
          <div>
            <dt>Who it’s for, and when</dt>
            <dd>
              Names, email addresses and phone numbers of recipients, backup and legacy contacts and guests, and the
              day. We use them to deliver, and for nothing else.
            </dd>
          </div>
          <div>
            <dt>What happened to it</dt>
            <dd>
              A record of each delivery: when it left, arrived, came back or was opened. It’s how you can check on us,
              and it stays as long as the vault.
            </dd>
          </div>
          <div>
            <dt>Your logins</dt>
            <dd>
              Where you’re logged in (the kind of browser and system, and when), and changes to your account, so that
              you notice a stranger. No network address.
            </dd>
          </div>
          <div>
            <dt>What you wrote without an account</dt>
            <dd>A draft, for this browser alone, here and in the browser itself.</dd>
          </div>
          <div>
            <dt>What you ask us</dt>
            <dd>
              Your questions to the help and its answers, encrypted, for a day after the last.{" "}
              {!hasContactAddress &&
                "A message through the contact form goes into our log, with the address you give. "}
              For the newsletter, your email address, until you stop it or our email comes back.
            </dd>
          </div>
          {hasPayments && (
            <div>
              <dt>What you buy</dt>
              <dd>Which plan, when and for how much, and the address on the receipt. We never see your card.</dd>
            </div>
          )}
          <div>
            <dt>Against abuse</dt>
            <dd>
              We count tries by network address, as a fingerprint that says nothing without our keys, for up to a day
              after the last. Of the pages you see, our logs have the time and the kind, and no address, name or word of
              a letter; of attempts to log in, such a fingerprint as well.
            </dd>
          </div>
        </dl>
      ),
    },
    {
      id: "reading",
      title: "Who can read what",
      text: (
        <>
          <p>
            Before its day, you alone; once you’ve sealed it, nobody. From its day on, the people you chose, and those
            with a claim card or a link that you or they share. If it can’t be delivered, a legacy contact whom you
            allowed to, unless you object within 30 days. On a board, its hosts see every piece, and guests their own,
            until its day; unless the host opens it to all of them before.
          </p>
          <p>
            Titles, letters, replies and descriptions of photos are stored encrypted, each vault with a key of its own
            {hasCloudinary ? "" : ", and so are files"}. None of our pages shows them to us. But our servers hold the
            keys, because they must open a letter when you’re not there. So the people who run them could read it, with
            effort, or be made to by a court. Names, addresses, dates and file names aren’t encrypted in this way.
          </p>
        </>
      ),
    },
    {
      id: "processors",
      title: "Who else is involved",
      text: (
        <>
          <ul>
            {mail === "none" ? (
              <li>Nobody for email: this installation is for trying things out, and no email leaves it.</li>
            ) : (
              <li>
                Email: {mail === "SMTP" ? "a mail server, which another company may run for us" : mail}. What goes
                through it is the address, the names, the title and a link, or the letter itself if its sender chose
                that; and the words that go with a gift, or thank the guests of a board.
              </li>
            )}
            {hasSms && (
              <li>
                Text messages: Twilio gets the phone number and a short text with the sender’s name and a link, or with
                a code.
              </li>
            )}
            {hasCloudinary && (
              <li>
                Photos, videos and recordings: your browser sends them to Cloudinary, where only our server can fetch
                them.
              </li>
            )}
            {hasPayments && (
              <li>Payments: Lemon Squeezy sells the plans, takes the money and sends the receipt, by its own terms.</li>
            )}
            {hasAssistant && (
              <li>
                Help: your question, the last ones before it with their answers, and our help pages go to a service that
                runs a language model. Nothing from your account or your letters does.
              </li>
            )}
            <li>Hosting: a company may run our servers and databases for us. Ask us which one, and where.</li>
            <li>To see whether an address can receive email, we ask the internet’s directory (DNS) for its domain.</li>
          </ul>
          <p>
            That’s all.{" "}
            {(mail === "Mailgun" || hasSms || hasCloudinary || hasPayments || hasAssistant) &&
              "These companies act for us, or sell to you, under contracts of their own; some handle data in the United States or elsewhere outside your country. "}
            There’s no analytics, no advertising and no social network. Fonts and scripts come from our own server. We
            hand over data to authorities only where the law leaves us no choice.
          </p>
        </>
      ),
    },
    {
      id: "recipients",
      title: "If someone wrote to you",
      text: (
        <p>
          Then we have your name and your address from them. They told us that you’d want this; the link in our email
          lets you say otherwise. You can decline it, ask to be reminded later, or block the sender, and then nothing
          more comes from them. When you open it, your sender sees that you did, and when. You have the same rights as
          someone with an account: ask us what we have about you, and to correct or erase it.
        </p>
      ),
    },
    {
      id: "children",
      title: "Children",
      text: (
        <p>
          Letters to children are welcome, accounts aren’t meant for them: you need to be old enough to agree to our
          terms where you live. Of a child who gets a letter we have what its sender gave us. When they’re grown up,
          they decide about it themselves; until then, their parents can ask us in their place.
        </p>
      ),
    },
    {
      id: "cookies",
      title: "Cookies",
      text: (
        <>
          <p>
            Only those that the site needs to work. Your browser shows their names with “amberkeep_” in front. Drafts
            are kept in your browser’s storage, too, until you log in or discard them.
          </p>
          <dl>
            {COOKIES.map(({ names, what }) => (
              <div key={what}>
                <dt>{names.join(", ")}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </>
      ),
    },
    {
      id: "keeping",
      title: "How long we keep it",
      text: (
        <ul>
          <li>What waits: until its day, however far away that is.</li>
          <li>What was delivered, or couldn’t be: seven years from then, with notices before it’s deleted.</li>
          <li>What you cancelled: its words and files are erased at once.</li>
          <li>
            Your account: until 30 days after you ask us to delete it. What others already have stays with them, with
            your name; so does what you asked us to deliver later, with the legacy contacts who may have to help then.
          </li>
          <li>Logins: until they end, after 180 days at most. Changes to your account: 400 days.</li>
          <li>
            Which emails we sent, to which address and when: 400 days. Their text: until they’ve arrived, or for three
            days after they left. What a mail service reported about them: 90 days.
          </li>
          {hasPayments && <li>What you paid: as long as our books need it, without your name once you’ve left.</li>}
          <li>Drafts without an account: 30 days. Logs and backups: until newer ones replace them.</li>
          <li>
            If we ever close: until the last day, of which we tell you a year before. Then every copy is deleted.{" "}
            <a href="/promise#pledge">Our promise</a> says how.
          </li>
        </ul>
      ),
    },
    {
      id: "rights",
      title: "Your rights",
      text: (
        <p>
          You can see and correct what we have in your settings, download it, and delete it. You can object to something
          we do, or ask us to restrict it. Without an account, write to us: we’ll need to make sure that it’s you. And
          you can complain to the data protection authority where you live. Where European law applies, we act to fulfil
          our contract with you (for your account and your letters), and because of our interest in safe operation (for
          what serves against abuse).
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes",
      text: <p>If this page changes in a way that matters to you, we email you before it does.</p>,
    },
  ];
}
