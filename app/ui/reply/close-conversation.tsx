import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Notice } from "../base/notice";

/** In place of the form; `reopening` is null for the recipient. */
export function ClosedConversation({ name, reopening }: { name: string; reopening: string | null }) {
  if (!reopening) {
    return (
      <Notice title="This conversation is closed">
        <p>
          <bdi>{name}</bdi> has closed it. What was kept for you is still yours to read.
        </p>
      </Notice>
    );
  }
  return (
    <Notice title="You closed this conversation">
      <p>
        <bdi>{name}</bdi> can’t write to you here, nor you to them.
      </p>
      <form method="post" action={reopening}>
        <CsrfField />
        <Button variant="secondary" name="closed" value="no">
          Open it again
        </Button>
      </form>
    </Notice>
  );
}

/** For the sender, below the form. */
export function CloseConversation({ action, name }: { action: string; name: string }) {
  return (
    <form method="post" action={action} className="stack">
      <CsrfField />
      <p className="small">
        If you’d rather not hear from <bdi>{name}</bdi> here, close the conversation. They’ll see that it’s closed when
        they come back to write.
      </p>
      <p>
        <Button variant="quiet" name="closed" value="yes">
          Close this conversation
        </Button>
      </p>
    </form>
  );
}
