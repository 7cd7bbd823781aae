import { ButtonLink } from "../base/button";
import { HeroDrop } from "./hero-drop";

export function Hero({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          <span>Write it today.</span>{" "}
          <span>
            It arrives <em>years from now</em>.
          </span>
        </h1>
        <p className="lede">
          Letters, photos, voices and films, kept safe and delivered to the one you choose, on the day you choose, up to
          75 years ahead.
        </p>
        <p className="actions">
          {signedIn ? (
            <ButtonLink href="/dashboard">View Your Vaults</ButtonLink>
          ) : (
            <ButtonLink href="/create?type=send-to-someone&step=form">Get Started Free</ButtonLink>
          )}{" "}
          <ButtonLink variant="secondary" href="/how-it-works">
            See How It Works
          </ButtonLink>
        </p>
        <p className="small">Join 10,000+ memory-keepers. Your first vault is free.</p>
      </div>
      <HeroDrop />
    </section>
  );
}
