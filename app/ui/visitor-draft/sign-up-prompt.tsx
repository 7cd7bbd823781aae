import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../base/button";
import { ACCOUNT_WORDS } from "./account-words";
import { FILLED_AFTER_MS } from "./prompt-timer";

/** Does not take the focus. */
export function SignUpPrompt({ path, onClose }: { path: string; onClose: () => void }) {
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFilled(true), FILLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="live-toast" role="status">
      {isFilled && (
        <section className="toast guest-prompt" aria-labelledby="guest-prompt-title">
          <h2 id="guest-prompt-title" className="card-title">
            {ACCOUNT_WORDS}
          </h2>
          <p>Your first vault is free.</p>
          <p className="actions">
            <ButtonLink href={`/sign-up?${new URLSearchParams({ redirectTo: path })}`}>Sign up</ButtonLink>
            <Button type="button" variant="quiet" onClick={onClose}>
              Maybe Later
            </Button>
          </p>
        </section>
      )}
    </div>
  );
}
