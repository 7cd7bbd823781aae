import { authHref } from "../account/form-props";
import { ButtonLink } from "../base/button";
import { RecipientActions, type RecipientActionsData } from "./recipient-actions";

type Source = "mail" | "text" | "card";

export type AfterReadingProps = {
  source: Source;
  /** Where a new account comes back to. */
  path: string;
  isSignedIn: boolean;
  /** Whether it is a message to the future self. */
  isToSender: boolean;
  /** Null unless the reader has verified the mailbox. */
  actions: RecipientActionsData | null;
};

const HOW_TO_RETURN: Record<Source, string> = {
  mail: "the link in your email opens it again. With a free account you can find it here any time, and write one of your own.",
  text: "the link in our text message opens it again. With a free account you can write one of your own.",
  card: "the code on the card opens it again, so please keep the card. With a free account you can write one of your own.",
};

/** The recipient's actions, and the invitation to sign up. */
export function AfterReading({ source, path, isSignedIn, isToSender, actions }: AfterReadingProps) {
  const isInvited = !isSignedIn && !isToSender;
  if (!isInvited && !actions) return null;
  return (
    <section className="after-reading" aria-label="What you can do now">
      {isInvited && (
        <div className="after-account">
          <p>This is yours to come back to: {HOW_TO_RETURN[source]}</p>
          <ButtonLink variant="secondary" href={authHref("signup", path)}>
            Create a free account
          </ButtonLink>
        </div>
      )}
      {actions && <RecipientActions {...actions} label="Not now, or not for you?" />}
    </section>
  );
}
