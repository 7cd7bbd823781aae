import { ButtonLink } from "../base/button";
import { Card } from "../base/card";

/** For visitors, who have no confirmed address. */
export function SignUpFirst() {
  return (
    <Card title="See it in your own mailbox" tone="glow">
      <p>With a free account, your name is in it, and we can send this email to you first.</p>
      <p className="actions">
        <ButtonLink href="/auth?mode=signup">Create a free account</ButtonLink>
      </p>
    </Card>
  );
}
