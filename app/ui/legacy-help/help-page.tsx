import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { Facts } from "../base/facts";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";

type Progress = "none" | "stopped" | "open" | { opensOn: string };

export type Help = {
  link: string;
  ownerName: string;
  dueOn: string;
  status: "undelivered" | "on_its_way" | "arrived";
  recipientNames: string[];
  failed: { deliveryId: string; recipientName: string; recipientEmail: string | null }[];
  permissions: { updateEmail: boolean; viewContent: boolean; receiveDuplicate: boolean };
  view: Progress;
  duplicate: Progress;
};

/** A failed delivery, and what its owner allows the legacy contact to do. */
export function LegacyHelpPage(help: Help) {
  const { link, ownerName, dueOn, status, recipientNames, failed, permissions, view, duplicate } = help;
  const path = `/legacy/${link}`;
  const isUndelivered = status === "undelivered";
  const mayCorrect = permissions.updateEmail && failed.length > 0;
  return (
    <>
      <PageHead title={`Something from ${ownerName} hasn’t arrived`} lede={LEDES[status]} />
      <div className="stack">
        <Card>
          <Facts
            items={[
              { label: "Kept by", value: <span dir="auto">{ownerName}</span> },
              { label: "For", value: <span dir="auto">{recipientNames.join(", ") || "No name given"}</span> },
              { label: "Was due on", value: dueOn },
            ]}
          />
        </Card>
        {mayCorrect && (
          <Card title="Do you know another address?">
            <p>We’ll send it there right away, and let {ownerName} know that you gave it to us.</p>
            <ul className="rows">
              {failed.map(({ deliveryId, recipientName, recipientEmail }) => (
                <li key={deliveryId}>
                  <span dir="auto">{[recipientName, recipientEmail].filter(Boolean).join(", ")}</span>{" "}
                  <a className="row-link" href={`${path}/address?delivery=${deliveryId}`}>
                    Give another address
                    <span className="visually-hidden"> for {recipientName || recipientEmail}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {permissions.viewContent && (isUndelivered || view === "open") && <View path={path} {...help} />}
        {permissions.receiveDuplicate && (isUndelivered || duplicate === "open") && <Duplicate path={path} {...help} />}
        {isUndelivered && !mayCorrect && !permissions.viewContent && !permissions.receiveDuplicate && (
          <Notice>
            <p>There’s nothing you can do here. Perhaps you can tell {recipientNames[0] ?? "them"} yourself.</p>
          </Notice>
        )}
      </div>
    </>
  );
}

const LEDES = {
  undelivered: "We’ve tried everything we can. Nothing is lost: we’re keeping it safe.",
  on_its_way: "It’s on its way again. There’s nothing to do until we know whether it has arrived.",
  arrived: "It has arrived in the meantime. Thank you for being there.",
};

function View({ path, ownerName, view }: Help & { path: string }) {
  return (
    <Card title="Read it">
      {view === "none" && (
        <>
          <p>
            You can ask to read it. We’ll let {ownerName} know, who has 30 days to stop it. After that, you can read it.
          </p>
          <ButtonLink variant="secondary" href={`${path}/view`}>
            Ask to read it
          </ButtonLink>
        </>
      )}
      {view === "stopped" && <p>{ownerName} doesn’t want it to be read. It stays closed.</p>}
      {view === "open" && <Open path={path} />}
      {typeof view === "object" && (
        <p>
          You have asked to read it. You can read it from {view.opensOn}, unless it arrives or {ownerName} stops it.
        </p>
      )}
    </Card>
  );
}

function Duplicate({ path, ownerName, duplicate }: Help & { path: string }) {
  return (
    <Card title="A copy for you">
      {duplicate === "none" && <p>{ownerName} wants you to have a copy if it doesn’t arrive.</p>}
      {duplicate === "stopped" && <p>{ownerName} no longer wants you to have a copy.</p>}
      {duplicate === "open" && <Open path={path} />}
      {typeof duplicate === "object" && (
        <p>
          {ownerName} wants you to have a copy. We’ll send it to you on {duplicate.opensOn}, unless it arrives first.
        </p>
      )}
    </Card>
  );
}

function Open({ path }: { path: string }) {
  return (
    <>
      <p>You can read it now.</p>
      <ButtonLink href={`${path}/read`}>Read it</ButtonLink>
    </>
  );
}
