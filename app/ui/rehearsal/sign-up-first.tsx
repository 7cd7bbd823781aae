import { ButtonLink } from "../base/button";
import { Card } from "../base/card";

/** For visitors, who have no confirmed address. */
export function SignUpFirst() {
  return (
    <Card title="See it in your own mailbox" tone="glow">
      <p>With a free account, it carries your name, and we can send it to you first.</p>
      <p className="actions">
        <ButtonLink href="/auth?mode=signup">Create a free account</ButtonLink>
      </p>
    </Card>
  );
}
