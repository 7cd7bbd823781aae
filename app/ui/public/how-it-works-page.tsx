import { CaptureDrawing, SurpriseDrawing, TimeLockDrawing } from "../home/step-drawings";
import { ThreadDrawing } from "./drawings";
import { FinalCall } from "./final-call";
import { Intro } from "./intro";
import { WalkThrough } from "./walk-through";

const steps = [
  {
    title: "Create",
    drawing: <CaptureDrawing />,
    text: [
      "Write a letter, or add a photo, a video or a recording. A memory board collects what all the guests of a party have to say. A message to your future self comes back to you.",
      "You can begin without an account. We keep your draft for 30 days, for this browser alone.",
    ],
  },
  {
    title: "Time-lock",
    drawing: <TimeLockDrawing />,
    text: [
      "Choose the day, up to 75 years ahead. It goes out at 09:00 where you live, unless you choose another hour.",
      "Until then you can read, change or cancel it. Or you seal it: then nobody can read or change it before its day, and you get a certificate that shows if anything was changed.",
    ],
  },
  {
    title: "Deliver",
    drawing: <SurpriseDrawing />,
    text: [
      "On the day, we email your recipient a link. To make sure it’s them, we send a one-time code to the same address. They need no account, and nothing to install.",
      "You can read every step: when it left, when it arrived, when it was opened.",
    ],
  },
];

const ways = [
  { way: "The address you gave", text: "Again and again for about four days, if the mailbox can’t take it just now." },
  { way: "A second address", text: "If you gave one. The first link keeps working." },
  { way: "A text message", text: "If you gave a phone number. We wait a week for it to be opened.", isSms: true },
  { way: "Your backup contact", text: "We ask them for an address that works, and tell you before we use it." },
  {
    way: "Your legacy contacts",
    text: "If you allowed it, they can correct an address or read it. We tell you before, and you can object.",
  },
  { way: "You", text: "We write to you at each step. You can enter a new address at any time." },
  {
    way: "Kept, not lost",
    text: "If every way fails, it waits for an address for seven years. A claim card opens it, too.",
  },
];

export function HowItWorksPage({ signedIn, hasSms }: { signedIn: boolean; hasSms: boolean }) {
  return (
    <div className="public">
      <Intro
        title="How it works"
        lede="Writing it takes an evening. Keeping it, and getting it there, is our job."
        drawing={<ThreadDrawing />}
      />
      <section aria-labelledby="steps">
        <h2 id="steps">Three steps</h2>
        <ol className="numbered">
          {steps.map(({ title, drawing, text }) => (
            <li key={title}>
              {drawing}
              <div className="prose">
                <h3>{title}</h3>
                {text.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="walk">
        <h2 id="walk">See it once</h2>
        <WalkThrough />
      </section>
      <section className="pair" aria-labelledby="ways">
        <div className="prose">
          <h2 id="ways">What if the address no longer works?</h2>
          <p>
            Addresses change more often than people do. So an email that comes back isn’t the end: we try the next way
            you gave us, in this order, and write down what happened.
          </p>
          <p>
            And we don’t wait for the day to find out. We check addresses while a letter waits, ask you once a year
            whether they’re still right, and look again 90 and 30 days before.
          </p>
        </div>
        <ol className="rungs">
          {ways
            .filter(({ isSms }) => hasSms || !isSms)
            .map(({ way, text }) => (
              <li key={way}>
                <b>{way}</b> <span>{text}</span>
              </li>
            ))}
        </ol>
      </section>
      <FinalCall signedIn={signedIn} title="Who would you write to?" />
    </div>
  );
}
