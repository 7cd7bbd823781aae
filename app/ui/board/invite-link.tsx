import type { ReactNode } from "react";
import { CopyButton } from "../base/copy-button";
import { InviteQr } from "./invite-qr";

export function InviteLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div className="stack">
      <div className="field">
        <label className="field-label" htmlFor="invite-link">
          Invite link
        </label>
        <input className="control" id="invite-link" name="inviteLink" value={url} readOnly dir="ltr" />
        <p className="field-hint">{children}</p>
      </div>
      <div className="actions">
        <InviteQr url={url} loading="lazy" />
        <CopyButton text={url} description="Invite link copied to clipboard!" />
      </div>
    </div>
  );
}
