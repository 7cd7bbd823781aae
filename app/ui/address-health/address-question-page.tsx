import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

type Question = { email: string; name: string; answer: string | null };

export function AddressQuestionPage({ email, name, answer }: Question) {
  const { title, words } = answer === "confirmed" ? CONFIRMED : answer === "denied" ? DENIED : ASKED;
  return (
    <section className="card confirm">
      <PageHead title={title} />
      <p>{words}</p>
      {answer !== "denied" && (
        <p dir="auto">
          {name && <>{name}, </>}
          {email}
        </p>
      )}
      <form method="post" className="actions">
        <CsrfField />
        {answer !== "confirmed" && (
          <Button name="answer" value="confirmed" variant={answer === "denied" ? "quiet" : "primary"}>
            Yes, this is me
          </Button>
        )}
        {answer !== "denied" && (
          <Button name="answer" value="denied" variant={answer === "confirmed" ? "quiet" : "secondary"}>
            This is not me
          </Button>
        )}
      </form>
    </section>
  );
}

const ASKED = {
  title: "Someone has kept something for you",
  words: "It will be sent to this address when its day comes. Is this you, and is this still your address?",
};
const CONFIRMED = {
  title: "Thank you",
  words: "Now we know where it will find you. There’s nothing to do now: it comes by itself.",
};
const DENIED = {
  title: "Thank you for telling us",
  words: "We’ll say that this isn’t the right address, and won’t ask here again.",
};
