import { ButtonLink } from "../button";
import { RecipientsSay, type Say } from "./recipients-say";

export type AfterReadingProps = Say & { isSignedIn: boolean };

/** Below a letter, once it has been read: what can be said to it, and only now that there are accounts. */
export function AfterReading({ isSignedIn, ...say }: AfterReadingProps) {
  return (
    <section className="after-reading" aria-label="What you can do now">
      {!isSignedIn && !say.isToSender && (
        <div className="after-account">
          <p>
            This is yours to come back to: the link in your mail opens it again. With a free account under the same
            address you find it without the link, and can keep something for somebody yourself.
          </p>
          <ButtonLink variant="secondary" href="/auth?mode=signup">
            Create a free account
          </ButtonLink>
        </div>
      )}
      <RecipientsSay {...say} label="Your say" />
    </section>
  );
}
