import type { ReactNode } from "react";
import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { RefusalNotice } from "../base/refusal-notice";
import type { Chrome } from "./chrome";
import { AnswerPage } from "./page";

type Props = {
  chrome: Chrome;
  result: unknown;
  place: "phone" | "address";
  children: ReactNode;
};

/** For a link that ended after too many wrong codes. `children` say what it opened. */
export function ReplacedLinkPage({ chrome, result, place, children }: Props) {
  return (
    <AnswerPage chrome={chrome}>
      <RefusalNotice result={result} />
      <Confirm
        title="This link was replaced"
        confirm={<Button>Send me the new link again</Button>}
        cancel={{ href: "/?home", label: "Home" }}
      >
        <p>Too many wrong codes were entered here, so this link no longer opens anything. {children}</p>
        <p>We sent a new link to the {place} that this one went to. Please use our latest message.</p>
      </Confirm>
    </AnswerPage>
  );
}
