import { Postmark } from "../base/postmark";
import { Stamp } from "../base/stamp";

const stages = [
  {
    when: "November 22, 2026",
    text: "Nina writes to her son Tom, who is twelve. She adds a photo of the two of them.",
  },
  {
    when: "That evening",
    text: "She seals it. From now on, nobody can read or change it before its day, not even her.",
  },
  {
    when: "Every year",
    text: "We check that every file is intact, tell Nina so, and ask her whether Tom’s address is still right.",
  },
  {
    when: "June 14, 2044",
    text: "At 09:00 it goes out. If it comes back, we try the next way. Nina can read every step.",
  },
];

export function Journey() {
  return (
    <section className="journey" aria-labelledby="journey">
      <div className="journey-letter">
        <h2 id="journey">One letter, eighteen years</h2>
        <div className="envelope-face" aria-hidden="true">
          <div className="envelope-top">
            <span className="small">Nina Novak</span>
            <span className="franking">
              <Postmark day="2044-06-14" />
              <Stamp kind="letter" />
            </span>
          </div>
          <div className="envelope-address">
            <p className="envelope-title">Tom Novak</p>
            <p>tom@example.org</p>
          </div>
        </div>
      </div>
      <ol className="stations">
        {stages.map(({ when, text }) => (
          <li key={when}>
            <h3>{when}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
