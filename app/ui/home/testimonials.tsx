import { Reel, type ReelItem } from "../public/reel";

const quote = (title: string, words: string): ReelItem => ({
  title,
  frame: (
    <blockquote>
      <p>“{words}”</p>
    </blockquote>
  ),
});

export function Testimonials() {
  return (
    <section className="voices" aria-labelledby="voices">
      <div className="section-head">
        <h2 id="voices">What people keep</h2>
        <p className="small">Examples we made up. Real letters are nobody’s business but their reader’s.</p>
      </div>
      <Reel
        name="voices"
        label="Which example to show"
        look="quotes"
        items={[
          quote(
            "A father",
            "I wrote it the night before she was born. She’ll read it the night before she turns thirty.",
          ),
          quote("A grandmother", "The recipe, in my own voice, with the part where I forget the salt."),
          quote("Two hosts", "Forty-one guests on one board. We open it on our tenth anniversary."),
          quote("A student", "I told my future self what I was afraid of. I’d like to know what became of it."),
          quote("A friend", "Some things are easier to say when you know they’ll be read in ten years."),
        ]}
      />
    </section>
  );
}
