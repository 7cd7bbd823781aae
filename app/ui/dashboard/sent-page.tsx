import { ButtonLink } from "../base/button";
import { Icon } from "../base/icons";
import { Notice } from "../base/notice";
import { ActionIcon, type ActionName } from "../vault/action-icon";
import { EnvelopeFront } from "../vault/envelope-front";
import { PhoneConcern } from "../vault/phone-concern";
import type { SentData } from "./sent-data";
import { sentWords } from "./sent-words";
import { LinkMissing, LinkSent, type Unverified } from "./verify-address";

/** The moment after Schedule Memory. */
export function SentPage(sent: SentData) {
  const { heading, lede } = sentWords(sent);
  const isWaiting = sent.progress === "waiting";
  return (
    <div className="sent">
      <EnvelopeFront {...sent.front} />
      <div className="sent-words" aria-live="polite">
        <h1>{heading}</h1>
        <p className="lede">{lede}</p>
        {["leaving", "handed_over"].includes(sent.progress) && (
          <p className="sent-again">
            <a href={`/dashboard?sent=${sent.id}`}>See how it’s going</a>
          </p>
        )}
      </div>
      {sent.unverified && <ConfirmFirst {...sent.unverified} />}
      {isWaiting && sent.unusablePhone && <PhoneConcern {...sent} phone={sent.unusablePhone} />}
      {isWaiting && !sent.isToday && <Thread {...sent} />}
      <NextSteps {...sent} />
      <div className="sent-on">
        {sent.hasFreeSlot && (
          <ButtonLink size="form" href="/create">
            Write another
          </ButtonLink>
        )}
        {sent.hasFreeSlot ? (
          <a className="row-link" href="/dashboard">
            See all your vaults
          </a>
        ) : (
          <ButtonLink size="form" href="/dashboard">
            See all your vaults
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function ConfirmFirst(unverified: Unverified) {
  return (
    <Notice kind="warning" title="One click left">
      <LinkSent {...unverified} why="so that we know the address is yours: nothing is delivered before that" />
      <LinkMissing {...unverified} />
    </Notice>
  );
}

/** From today to the day, with a tick for each year in between. */
function Thread({ ticks, day, kind, firstName, isYearly }: SentData) {
  const isBoard = kind === "board";
  const between = isBoard
    ? { when: "Until then", what: "guests add their pieces" }
    : isYearly && {
        when: "Once a year",
        what: kind === "future" ? "we tell you it’s safe" : `we check on ${firstName}’s address`,
      };
  return (
    <div className="years">
      <svg viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 8h1000${ticks.map((tick) => `M${tick} 3v10`).join("")}`} />
      </svg>
      <ol>
        <li>
          <strong>Today</strong> <span>You {isBoard ? "started" : "wrote"} it</span>
        </li>
        {between && (
          <li>
            <span>{between.when}</span> <span>{between.what}</span>
          </li>
        )}
        <li>
          <strong>{day}</strong>{" "}
          <span>{isBoard ? "It opens" : kind === "future" ? "You open it" : `${firstName} opens it`}</span>
        </li>
      </ol>
    </div>
  );
}

type Step = { href: string; icon: ActionName; label: string; hint: string; download?: true };

function NextSteps(sent: SentData) {
  return (
    <ul className="next-steps">
      {stepsOf(sent).map(({ href, icon, label, hint, download }) => (
        <li key={href}>
          <ActionIcon name={icon} />
          <div>
            <a href={href} download={download}>
              {label}
            </a>
            <p dir="auto">{hint}</p>
          </div>
          <Icon name="next" size={18} />
        </li>
      ))}
    </ul>
  );
}

function stepsOf({ id, kind, state, progress, isToday, day, firstName }: SentData): Step[] {
  const at = (page: string) => `/memories/${id}/${page}`;
  const card: Step = {
    href: at("card"),
    icon: "card",
    label: "Print a claim card",
    hint:
      kind === "board"
        ? "For someone who doesn’t use email"
        : `In case ${kind === "future" ? "your" : `${firstName}’s`} email has changed by then`,
  };
  if (progress !== "waiting") {
    const record = "Each step is on its delivery record";
    return [{ href: `/memories/${id}`, icon: "check", label: "See what happens to it", hint: record }];
  }
  const guests: Step = {
    href: at("invite"),
    icon: "guests",
    label: "Invite guests",
    hint: "They add photos, voices and stories, with just a name",
  };
  const seal: Step = {
    href: at("seal"),
    icon: "seal",
    label: "Seal it",
    hint: "So that no one can open it before then, not even you",
  };
  const calendar: Step = {
    href: at("calendar"),
    icon: "calendar",
    label: "Add the day to your calendar",
    hint: day,
    download: true,
  };
  return [
    ...(kind === "board" && state !== "sealed" ? [guests] : []),
    ...(kind !== "board" && state === "scheduled" ? [seal] : []),
    calendar,
    ...(isToday ? [] : [card]),
  ];
}
