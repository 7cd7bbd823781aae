import type { ReactNode } from "react";
import type { SentData } from "./sent-data";

type Words = { heading: string; lede: ReactNode };

/** What the page says after Schedule Memory. */
export function sentWords(sent: SentData): Words {
  const { progress, at, firstName, kind } = sent;
  const isMine = kind === "future";
  const everyone = kind === "board" ? "everyone on its list" : isMine ? "you" : firstName;
  switch (progress) {
    case "waiting":
      return waitingWords(sent);
    case "unverified":
      return {
        heading: kind === "board" ? "Ready to go" : `Ready for ${everyone}`,
        lede: "It leaves as soon as you’ve confirmed your email address.",
      };
    case "leaving":
      return { heading: "It’s leaving now", lede: `We’re sending it to ${everyone}. It takes a minute at most.` };
    case "handed_over":
      return {
        heading: `On its way to ${everyone}`,
        lede: `Our mail service accepted it at ${at}. We’ll say so here when it has arrived.`,
      };
    case "arrived":
      return {
        heading: "It has arrived",
        lede:
          kind === "board" || isMine
            ? `It was delivered at ${at}.`
            : `${possessive(firstName)} mailbox took it at ${at}. You’ll see on your dashboard when ${firstName} opens it.`,
      };
    case "opened":
      return {
        heading: isMine ? "You opened it" : `${firstName || "Someone"} opened it`,
        lede: `It was opened at ${at}.`,
      };
    case "failed":
      return {
        heading: "It hasn’t got through yet",
        lede: "Nothing is lost. We’ll try the other ways you gave us, and ask you if none works.",
      };
  }
}

function waitingWords({ state, kind, firstName, day, hour, distance, isToday }: SentData): Words {
  const isSealed = state === "sealed";
  const when = (
    <>
      {!isToday && "on "}
      <strong>{isToday ? "today" : day}</strong>, at {hour}
      {!isToday && `, ${distance.replace(/(\d+) /g, "$1\u00a0")}`}.
    </>
  );
  if (kind === "board") {
    return {
      heading: isSealed ? "Sealed until its day" : "Kept until its day",
      lede: <>It opens {when} Until then, it’s safe with us.</>,
    };
  }
  const whom = kind === "future" ? "you" : firstName;
  return {
    heading: `${isSealed ? "Sealed" : "Kept"} for ${whom}`,
    lede: (
      <>
        It {kind === "future" ? "comes back to you" : "arrives"} {when}{" "}
        {isSealed ? "No one can open it before then, not even you." : "You can leave it to us."}
      </>
    ),
  };
}

const possessive = (name: string) => `${name}’s`;
