import { sizeInWords } from "~/domain/media/media-words";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";
import { ProgressBar } from "../base/progress";

export type ArchiveProgress =
  | { state: "preparing"; doneBytes: number; bytes: number }
  | { state: "ready"; id: string; bytes: number; missing: number; until: string };

export function DataPrivacyPage({ archive }: { archive: ArchiveProgress | null }) {
  return (
    <>
      <PageHead
        title="Data and privacy"
        lede="What you keep here is yours. Take it with you, or have it deleted."
        back={{ href: "/settings", label: "Settings" }}
      />
      <div className="stack">
        <Card title="Download your data">
          <p>
            One archive with everything: your memories as pages that open in any browser, every photo, film and
            recording as you gave it, the letters you’ve opened, the replies, your pieces on other people’s boards, and
            your account. Sealed memories stay closed: only their details are in it.
          </p>
          {archive === null && <Start label="Prepare my data" />}
          {archive?.state === "preparing" && <Preparing {...archive} />}
          {archive?.state === "ready" && <Ready {...archive} />}
        </Card>
        <Card title="How long we keep things">
          <ul className="bullets">
            <li>What’s waiting is kept until its day, however far off that is.</li>
            <li>
              What was delivered is kept for 7 years. We email you and the people who have it 90, 30 and 7 days before
              it’s deleted, so that everyone can save a copy.
            </li>
            <li>What you cancel is deleted at once, with its files.</li>
          </ul>
        </Card>
        <Card title="Delete your account">
          <p>
            We delete it 30 days after you ask. Log in before then, and it stays. You decide what happens to memories
            that are still waiting.
          </p>
          <div className="actions">
            <ButtonLink variant="danger" href="/settings/data-privacy/delete">
              Delete my account
            </ButtonLink>
          </div>
        </Card>
      </div>
    </>
  );
}

function Start({ label, variant }: { label: string; variant?: "secondary" }) {
  return (
    <form method="post" className="actions">
      <CsrfField />
      <Button variant={variant}>{label}</Button>
    </form>
  );
}

function Preparing({ doneBytes, bytes }: { doneBytes: number; bytes: number }) {
  const label = bytes > 0 ? `${sizeInWords(doneBytes)} of ${sizeInWords(bytes)} checked` : "Collecting your memories";
  return (
    <>
      <ProgressBar label={label} value={doneBytes} max={Math.max(bytes, 1)} />
      <p className="small">We’re preparing it. You can leave this page: we’ll email you when it’s ready.</p>
      <div className="actions">
        <ButtonLink variant="secondary" href="/settings/data-privacy">
          See how far along it is
        </ButtonLink>
      </div>
    </>
  );
}

function Ready({ id, bytes, missing, until }: Extract<ArchiveProgress, { state: "ready" }>) {
  return (
    <>
      <p>
        Your data is ready. You can download it until <strong>{until}</strong>. If you seal or cancel a memory before
        then, please prepare it again.
      </p>
      {missing > 0 && (
        <p className="small">
          {missing === 1 ? "One file or text" : `${missing} files or texts`} could not be read. The archive names{" "}
          {missing === 1 ? "it" : "them"}.
        </p>
      )}
      <div className="actions">
        <ButtonLink href={`/settings/data-privacy/exports/${id}`}>Download {sizeInWords(bytes)}</ButtonLink>
      </div>
      <Start label="Prepare it again" variant="secondary" />
    </>
  );
}
