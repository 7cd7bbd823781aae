import type { ReactNode } from "react";
import { Button } from "../base/button";
import { PageHead } from "../base/page-head";

/** Stops a sender's emails to an address. Doesn't name the sender, as some of the emails don't. */
export function StopMailsPage({ isOn }: { isOn: boolean }) {
  return (
    <StopEmails
      isOn={isOn}
      lede={
        isOn
          ? "Nothing more from the person behind them will come to this address: no letters, no invitations, no questions."
          : "Nothing from that person comes to this address any longer."
      }
    >
      {isOn
        ? "Others who use Amberkeep can still write to you."
        : "Stopped by mistake? What was kept back in the meantime is sent to you then."}
    </StopEmails>
  );
}

/** Behind a link in the emails, which works without an account. `children`: a note below the button. */
export function StopEmails({ isOn, lede, children }: { isOn: boolean; lede: string; children: ReactNode }) {
  return (
    <section className="card confirm">
      <PageHead title={isOn ? "Stop these emails?" : "These emails have stopped"} lede={lede} />
      <form method="post">
        {isOn && <input type="hidden" name="List-Unsubscribe" value="One-Click" />}
        <Button name="choice" value={isOn ? "stop" : "again"} variant={isOn ? "primary" : "secondary"}>
          {isOn ? "Stop these emails" : "Send them again"}
        </Button>
      </form>
      <p className="small">{children}</p>
    </section>
  );
}
