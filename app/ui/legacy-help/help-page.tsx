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

/** A failed delivery, and what its owner lets the legacy contact do. */
export function HelpPage(help: Help) {
  const { link, ownerName, dueOn, status, recipientNames, failed, permissions, view, duplicate } = help;
  const path = `/legacy/${link}`;
  const isUndelivered = status === "undelivered";
  const mayCorrect = permissions.updateEmail && failed.length > 0;
  return (
    <>
      <PageHead title={`Something from ${ownerName} has not arrived`} lede={LEDES[status]} />
      <div className="stack">
        <Card>
          <Facts
            items={[
              { label: "Kept by", value: <span dir="auto">{ownerName}</span> },
              { label: "For", value: <span dir="auto">{recipientNames.join(", ") || "No name given"}</span> },
              { label: "Its day", value: dueOn },
            ]}
          />
        </Card>
        {mayCorrect && (
          <Card title="Do you know another address?">
            <p>We send it there at once. {ownerName} is told that you gave it to us.</p>
            <ul className="rows">
              {failed.map(({ deliveryId, recipientName, recipientEmail }) => (
                <li key={deliveryId}>
                  <span dir="auto">{[recipientName, recipientEmail].filter(Boolean).join(", ")}</span>
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
            <p>There is nothing that you can do here. Perhaps you can tell {recipientNames[0] ?? "them"} yourself.</p>
          </Notice>
        )}
      </div>
    </>
  );
}

const LEDES = {
  undelivered: "We tried every way we know. Nothing is lost: we keep it.",
  on_its_way: "It is on its way again just now. There is nothing to do until we know whether it arrives.",
  arrived: "It has arrived in the meantime. Thank you for being there.",
};

function View({ path, ownerName, view }: Help & { path: string }) {
  return (
    <Card title="Read it">
      {view === "none" && (
        <>
          <p>You can ask to read it. {ownerName} is told, and can stop it for 30 days. After that it opens to you.</p>
          <ButtonLink variant="secondary" href={`${path}/view`}>
            Ask to read it
          </ButtonLink>
        </>
      )}
      {view === "stopped" && <p>{ownerName} does not wish it to be read. It stays closed.</p>}
      {view === "open" && <Open path={path} />}
      {typeof view === "object" && (
        <p>
          You have asked to read it. It opens to you on {view.opensOn}, unless it arrives or {ownerName} stops it.
        </p>
      )}
    </Card>
  );
}

function Duplicate({ path, ownerName, duplicate }: Help & { path: string }) {
  return (
    <Card title="A copy for you">
      {duplicate === "none" && <p>{ownerName} wishes you to get a copy if it does not arrive.</p>}
      {duplicate === "stopped" && <p>{ownerName} does not wish you to have a copy any more.</p>}
      {duplicate === "open" && <Open path={path} />}
      {typeof duplicate === "object" && (
        <p>
          {ownerName} wishes you to get a copy. We send it to you on {duplicate.opensOn}, unless it arrives before.
        </p>
      )}
    </Card>
  );
}

function Open({ path }: { path: string }) {
  return (
    <>
      <p>It is open to you.</p>
      <ButtonLink href={`${path}/read`}>Read it</ButtonLink>
    </>
  );
}
