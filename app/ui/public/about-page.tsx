import { TwigDrawing } from "./drawings";
import { FinalCall } from "./final-call";
import { Intro } from "./intro";

const convictions = [
  {
    title: "Sent isn’t arrived",
    text: "We say “delivered” when it has arrived, and not a moment earlier. If an email comes back, we try the next way.",
  },
  {
    title: "Not a day early",
    text: "Nobody gets to read it before its day. If our own clocks disagree, we’d rather wait than be early.",
  },
  {
    title: "You can check",
    text: "Each delivery has a record that you can read and nobody edits. A sealed letter has a certificate that anyone can verify without us.",
  },
  {
    title: "It’s yours to take",
    text: "Every vault you can read can be downloaded as one file that opens without Amberkeep, and without a connection.",
  },
];

export function AboutPage({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="public">
      <Intro
        title="Some words are for later"
        lede="Amberkeep keeps what you write or record today, and brings it to the person you chose, on the day you chose."
        drawing={<TwigDrawing />}
      />
      <section className="pair" aria-labelledby="why">
        <div className="prose">
          <h2 id="why">Why it exists</h2>
          <p>
            There’s the letter for a wedding that is still fifteen years away. A grandmother’s voice, for a child who
            can’t talk yet. A few lines to yourself, for when you’re sixty.
          </p>
          <p>
            You could put them in a drawer. But drawers are cleared, people move, and hardly any email address lives as
            long as the person behind it. What gets lost is rarely the letter. It’s the way to its reader.
          </p>
          <p>So we made a place that keeps such things, and that takes getting them there as its real work.</p>
        </div>
        <div className="prose">
          <h2 id="how-far">How far ahead</h2>
          <p>Most people choose a date within 50 years. The furthest is 75 years from today.</p>
          <p>
            That’s longer than most email accounts, and longer than many companies. So a letter here doesn’t depend on
            one address: you can name a second one, a person to ask, and people who look after your letters when you
            can’t.
          </p>
        </div>
      </section>
      <section aria-labelledby="convictions">
        <h2 id="convictions">What we hold ourselves to</h2>
        <dl className="convictions">
          {convictions.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="pair" aria-labelledby="honest">
        <div className="prose">
          <h2 id="honest">What we can’t promise</h2>
          <p>
            Nobody can promise 75 years. Companies close, and machines fail. That’s why you can take what you wrote with
            you, and why a certificate is worth something without us.
          </p>
          <p>
            Our servers hold the keys to what they keep, because they must open it on its day. It’s encrypted where it’s
            stored, but it isn’t hidden from us in the way a locked box would be. <a href="/privacy">Privacy</a> says
            who can read what.
          </p>
        </div>
        <div className="prose">
          <h2 id="name">Why amber</h2>
          <p>
            Amber is resin that closed around something small and kept it as it was, for millions of years. We only need
            a few decades.
          </p>
        </div>
      </section>
      <FinalCall signedIn={signedIn} title="What would you like to keep?" />
    </div>
  );
}
