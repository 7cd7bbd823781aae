import { QuestionDrawing } from "./drawings";
import { FinalCall } from "./final-call";
import { Intro } from "./intro";
import { QUESTIONS } from "./questions";

export function FaqPage({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="public">
      <Intro
        title="Questions and answers"
        lede="What people ask before they trust us with a letter."
        drawing={<QuestionDrawing />}
      />
      <section aria-label="Questions">
        {QUESTIONS.map(({ question, answer, link }) => (
          <details className="question" key={question}>
            <summary>
              <h2>{question}</h2>
            </summary>
            <div className="prose">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {link && (
                <p>
                  <a href={link.href}>{link.label}</a>
                </p>
              )}
            </div>
          </details>
        ))}
      </section>
      <FinalCall signedIn={signedIn} title="Ready when you are" />
    </div>
  );
}
