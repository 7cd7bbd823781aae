import { ButtonLink } from "../base/button";
import { Seal } from "../base/seal";

export function FinalCall({ signedIn, title }: { signedIn: boolean; title: string }) {
  return (
    <section className="final-call" aria-labelledby="call">
      <Seal />
      <h2 id="call">{title}</h2>
      <p className="lede">
        {signedIn
          ? "What would they like to read, ten years from now?"
          : "Your first vault is free. You can begin without an account."}
      </p>
      <p className="actions">
        <ButtonLink href="/create">{signedIn ? "Create A Vault Now" : "Create Your First Vault"}</ButtonLink>
        {signedIn ? (
          <ButtonLink variant="secondary" href="/timeline">
            Timeline
          </ButtonLink>
        ) : (
          <>
            <ButtonLink variant="secondary" href="/auth?mode=signup">
              Sign Up
            </ButtonLink>
            <a className="final-call-log-in" href="/auth?mode=login">
              Log In
            </a>
          </>
        )}
      </p>
    </section>
  );
}
