import type { ReactNode } from "react";
import { CopyButton } from "../base/copy-button";

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
        <img
          src={`${url.slice(url.indexOf("/join/"))}/qr.svg`}
          alt="QR code of the invite link"
          width={200}
          height={200}
          loading="lazy"
        />
        <CopyButton text={url} description="Invite link copied to clipboard!" />
      </div>
    </div>
  );
}
