import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { Facts } from "../base/facts";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { CloseForm } from "../reading/close-form";

type Progress = "none" | "stopped" | "open" | { opensOn: string };

type Failed = {
  deliveryId: string;
  recipientName: string;
  recipientEmail: string | null;
  proposal: "waiting" | "stopped" | null;
};

export type Help = {
  link: string;
  ownerName: string;
  /** The account was erased, so no one can stop a request. */
  isOwnerGone: boolean;
  dueOn: string;
  status: "undelivered" | "some_missing" | "on_its_way" | "arrived";
  recipientNames: string[];
  failed: Failed[];
  permissions: { updateEmail: boolean; viewContent: boolean; receiveDuplicate: boolean };
  view: Progress;
  duplicate: Progress;
  /** Null for contacts who are signed in. */
  closeHref: string | null;
};

/** A failed delivery, and what its owner allows the legacy contact to do. */
export function LegacyHelpPage(help: Help) {
  const { link, ownerName, dueOn, status, recipientNames, failed, permissions, view, duplicate, closeHref } = help;
  const path = `/legacy/${link}`;
  const isUndelivered = status === "undelivered";
  const mayCorrect = permissions.updateEmail && failed.length > 0;
  return (
    <>
      <PageHead title={`Something from ${ownerName} ${TITLES[status]}`} lede={LEDES[status]} />
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
        {mayCorrect && <Addresses path={path} {...help} />}
        {permissions.viewContent && (isUndelivered || view === "open") && <View path={path} {...help} />}
        {permissions.receiveDuplicate && (isUndelivered || duplicate === "open") && <Duplicate path={path} {...help} />}
        {isUndelivered && !mayCorrect && !permissions.viewContent && !permissions.receiveDuplicate && (
          <Notice>
            <p>
              There’s nothing you can do here.
              {failed.length > 0 && ` Perhaps you can tell ${failed[0]?.recipientName || "them"} yourself.`}
            </p>
          </Notice>
        )}
        {closeHref && <CloseForm href={closeHref} what="page" />}
      </div>
    </>
  );
}

const TITLES = {
  undelivered: "hasn’t arrived",
  some_missing: "hasn’t arrived",
  on_its_way: "is on its way",
  arrived: "has arrived",
};
const LEDES = {
  undelivered: "We’ve tried everything we can. Nothing is lost: we’re keeping it safe.",
  some_missing: "It hasn’t reached everyone yet. Nothing is lost: we’re keeping it safe.",
  on_its_way: "It’s on its way again. There’s nothing to do until we know whether it has arrived.",
  arrived: "It has arrived in the meantime. Thank you for being there.",
};

function Addresses({ path, ownerName, isOwnerGone, failed }: Help & { path: string }) {
  const isAsked = failed.some(({ proposal }) => proposal === null);
  return (
    <Card title={isAsked ? "Do you know another address?" : "Another address"}>
      {isAsked && isOwnerGone && <p>We’ll wait three days and then send it there.</p>}
      {isAsked && !isOwnerGone && (
        <p>We’ll let {ownerName} know. They have three days to stop it; after that, we’ll send it there.</p>
      )}
      <ul className="rows">
        {failed.map((one) => (
          <li key={one.deliveryId}>
            <span dir="auto">{[one.recipientName, one.recipientEmail].filter(Boolean).join(", ")}</span>{" "}
            <Proposal path={path} ownerName={ownerName} isOwnerGone={isOwnerGone} {...one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Proposal({
  path,
  ownerName,
  isOwnerGone,
  deliveryId,
  recipientName,
  recipientEmail,
  proposal,
}: Failed & { path: string; ownerName: string; isOwnerGone: boolean }) {
  if (proposal === "waiting") {
    return (
      <p className="small">
        We’ve been given another address.{" "}
        {isOwnerGone
          ? "We’ll wait three days and then send it there."
          : `${ownerName} has three days to stop it. After that, we’ll send it there.`}
      </p>
    );
  }
  if (proposal === "stopped") {
    return <p className="small">{ownerName} didn’t want it sent to the address that you gave us.</p>;
  }
  return (
    <a className="row-link" href={`${path}/address?delivery=${deliveryId}`}>
      Give another address
      <span className="visually-hidden"> for {recipientName || recipientEmail}</span>
    </a>
  );
}

function View({ path, ownerName, isOwnerGone, view }: Help & { path: string }) {
  return (
    <Card title="Read it">
      {view === "none" && (
        <>
          <p>
            {isOwnerGone
              ? "You can ask to read it. If it still hasn’t arrived in 30 days, you can."
              : `You can ask to read it. We’ll let ${ownerName} know. They have 30 days to stop it; after that, you can read it.`}
          </p>
          <ButtonLink variant="secondary" href={`${path}/view`}>
            Ask to read it
          </ButtonLink>
        </>
      )}
      {view === "stopped" && <p>{ownerName} didn’t want it to be read. It stays closed.</p>}
      {view === "open" && <Open path={path} />}
      {typeof view === "object" && (
        <p>
          You have asked to read it. You can read it from {view.opensOn}, unless it arrives
          {isOwnerGone ? " first." : ` or ${ownerName} stops it.`}
        </p>
      )}
    </Card>
  );
}

function Duplicate({ path, ownerName, duplicate }: Help & { path: string }) {
  return (
    <Card title="A copy for you">
      {duplicate === "none" && <p>{ownerName} wanted you to have a copy if this happened.</p>}
      {duplicate === "stopped" && <p>You won’t get a copy: {ownerName} decided against it.</p>}
      {duplicate === "open" && <Open path={path} />}
      {typeof duplicate === "object" && (
        <p>
          {ownerName} wanted you to have a copy. We’ll send it to you on {duplicate.opensOn}, unless it arrives first.
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
