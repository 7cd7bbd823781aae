import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { Facts } from "../base/facts";
import { LetterText } from "../base/letter-text";
import { RefusalNotice } from "../base/refusal-notice";

type Props = {
  id: string;
  formId: string;
  title: string;
  changed: { title: string; message: string };
  /** Names of files that were added. */
  files: string[];
  result?: unknown;
};

/** Asks what to do with changes that were unsaved when their vault was delivered. */
export function LateChanges({ id, formId, title, changed, files, result }: Props) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm
        title="Your changes came too late"
        confirm={
          <>
            <input type="hidden" name="formId" value={formId} />
            <Button>Keep as a new draft</Button>
          </>
        }
        cancel={{ href: `/memories/${id}/discard`, label: "Discard them" }}
      >
        <p>“{title}” went as it was scheduled. What you changed since isn’t part of it. Nothing is lost:</p>
        <Facts
          items={[
            { label: "Title", value: changed.title || DISPLAY_TITLE },
            ...(files.length > 0 ? [{ label: "Added", value: files.join(", ") }] : []),
          ]}
        />
        {changed.message && <LetterText text={changed.message} />}
        <p>As a new draft, you can still send it, with another title or on another day.</p>
      </Confirm>
    </>
  );
}
