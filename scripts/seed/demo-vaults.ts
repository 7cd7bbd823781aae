import { TZDate } from "@date-fns/tz";
import { addDays, addMinutes, addYears, subDays, subYears } from "date-fns";
import type { User } from "~/domain/account/account";
import { dateIn } from "~/domain/calendar/delivery-date";
import type { NewMedia } from "~/domain/media/media.server";
import type { DraftInput, NewVaultInput } from "~/domain/writing/vault-columns.server";
import { DEMO, formIdFor, LEO } from "./demo-accounts";
import * as letters from "./demo-letters";
import { type SampleFile, sampleMedia } from "./sample-media";

export type DemoVault = {
  input: NewVaultInput;
  writtenAt: Date;
  /** Applied in this order after scheduling. */
  transitions?: ("sealed" | "cancelled" | "delivered")[];
  media?: NewMedia;
  /** What a board says to its guests. */
  welcome?: string;
};

const media = (kind: NewMedia["kind"], fileName: SampleFile, altText: string): NewMedia => ({
  kind,
  fileName,
  altText,
  content: sampleMedia(fileName),
});

/** Covers every type and every state. The last vault is due in two minutes. */
export function demoVaults(user: User, now: Date): DemoVault[] {
  const on = (date: Date) => ({
    deliveryDate: dateIn(user.timeZone, date),
    deliveryHour: 9,
    deliveryZone: user.timeZone,
  });
  const to = (recipientName: string, mailbox: string) => ({
    recipientName,
    recipientEmail: `${mailbox}@amberkeep.localhost`,
  });
  const vault = (title: string, message: string) => ({
    title,
    message,
    type: "letter" as const,
    formId: formIdFor(title),
  });
  const lastYear = subYears(now, 1);
  const recently = subDays(now, 3);
  return [
    {
      input: {
        ...vault("On your wedding day", letters.WEDDING),
        ...to("Mia Berger", "mia"),
        ...on(new Date("2044-06-14T12:00Z")),
      },
      writtenAt: recently,
      transitions: ["sealed"],
    },
    {
      input: {
        ...vault("For Leo, at seven", letters.SEVENTH_BIRTHDAY),
        ...to("Leo Berger", "leo"),
        type: "photo",
        ...on(addDays(now, 1)),
      },
      writtenAt: recently,
      media: media("photo", "hills.jpg", "The hill behind our house, on the morning of the bicycle"),
    },
    {
      input: { ...vault("To me, after the move", letters.FUTURE_SELF), type: "future-self", ...on(addDays(now, 5)) },
      writtenAt: recently,
    },
    {
      input: {
        ...vault("Grandpa’s eightieth", letters.GRANDPA),
        type: "memory-board",
        boardRecipients: [
          { name: "Otto Berger", email: "otto@amberkeep.localhost" },
          { name: "Mia Berger", email: "mia@amberkeep.localhost" },
        ],
        ...on(addDays(now, 15)),
      },
      writtenAt: recently,
      welcome: letters.GRANDPAS_GUESTS,
    },
    {
      input: {
        ...vault("Song for Noor", letters.SONG),
        ...to("Noor Hadad", "noor"),
        type: "audio",
        ...on(new Date("2051-03-01T12:00Z")),
      },
      writtenAt: lastYear,
      media: media("audio", "melody.wav", "The melody, as hummed on the train"),
    },
    {
      input: {
        ...vault("Three minutes of sea", letters.SEA),
        ...to("Jonas Weber", "jonas"),
        type: "video",
        ...on(addYears(now, 3)),
      },
      writtenAt: recently,
      media: media("video", "sea.mp4", "An amber drop drifting over the evening sea"),
    },
    {
      input: {
        ...vault("The first apples", letters.APPLE_TREE),
        ...to("Hilde Berger", "hilde"),
        ...on(addYears(now, 5)),
      },
      writtenAt: recently,
    },
    {
      input: {
        ...vault("For the next ones here", letters.FAREWELL),
        ...to("Whoever lives here", "flat"),
        ...on(addYears(now, 10)),
      },
      writtenAt: lastYear,
      transitions: ["cancelled"],
    },
    {
      input: {
        ...vault("The plum cake", letters.PLUM_CAKE),
        ...to("Noor Hadad", "noor"),
        type: "photo",
        includesMessage: true,
        ...on(subDays(now, 20)),
      },
      writtenAt: lastYear,
      transitions: ["sealed", "delivered"],
      media: media("photo", "kitchen.jpg", "Our kitchen in October"),
    },
    {
      input: { ...vault("After your exam", letters.EXAM), ...to("Mia Berger", "mia"), ...on(subDays(now, 6)) },
      writtenAt: subDays(now, 90),
      transitions: ["delivered"],
    },
    {
      // An invalid address: the vault ends up held.
      input: {
        ...vault("For Aunt Rosa", letters.ROSA),
        recipientName: "Rosa Klein",
        recipientEmail: "rosa@",
        ...on(subDays(now, 2)),
      },
      writtenAt: lastYear,
      transitions: ["delivered"],
    },
    {
      input: {
        ...vault("Your first letter from Amberkeep", letters.WELCOME),
        ...to("You, reading this", "you"),
        ...inTwoMinutes(user, now),
      },
      writtenAt: now,
    },
  ];
}

export function demoDraft(): DraftInput {
  const title = "What I never said about the lake";
  return {
    type: "letter",
    title,
    message: letters.LAKE,
    recipientName: "Otto Berger",
    formId: formIdFor(title),
  };
}

/** A year ago. */
export function vaultFromLeo(leo: User, now: Date): DemoVault {
  return {
    input: {
      type: "letter",
      title: "A letter, after all",
      message: letters.FROM_LEO,
      recipientName: DEMO.fullName,
      recipientEmail: DEMO.email,
      formId: formIdFor(`${LEO.email}:a letter`),
      deliveryDate: dateIn(leo.timeZone, subDays(now, 1)),
      deliveryHour: 9,
      deliveryZone: leo.timeZone,
    },
    writtenAt: subYears(now, 1),
    transitions: ["sealed", "delivered"],
  };
}

/** A full minute, at most two minutes away, in the user's time zone. */
function inTwoMinutes(user: User, now: Date) {
  const due = new TZDate(addMinutes(now, 2), user.timeZone);
  return {
    deliveryDate: dateIn(user.timeZone, due),
    deliveryHour: due.getHours(),
    deliveryMinute: due.getMinutes(),
    deliveryZone: user.timeZone,
  };
}
