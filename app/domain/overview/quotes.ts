import type { CalendarDate } from "~/domain/calendar/delivery-date";

export const QUOTES = [
  "What we keep for each other outlasts what we keep for ourselves.",
  "A letter is the only visit that can wait thirty years at the door.",
  "Write it the way you would say it at the kitchen table.",
  "Nobody ever wished that they had been told less often.",
  "The small days are the ones they will ask you about.",
  "Some sentences need a few years before they can be heard.",
  "You will forget the weather. Write down the weather.",
  "A voice that is kept is a light left on in the hall.",
  "The best time to say it is now. The second best is a day you choose.",
  "Every family has a story that only one person still knows.",
  "Ink dries in a minute and speaks for a century.",
  "What is ordinary today is what they will miss.",
  "Patience is love with a date on it.",
  "Tell them what you were afraid of, and that it went well.",
  "A photograph shows the room. A letter tells you who was laughing.",
  "One honest page is worth a shelf of albums.",
  "The future is full of people who would like to hear from you.",
  "You need not finish the story. Begin it, and sign your name.",
  "Someone will read this with your handwriting in their ear.",
  "Kept words grow, as trees do: quietly, and while you look elsewhere.",
  "Birthdays come by themselves. Letters have to be sent.",
  "Leave the recipe, and leave the mistakes in it.",
  "The person you will be is hoping for a word from you.",
  "What you learned the hard way makes a gentle gift.",
  "An envelope is a very small house with one room, and someone waits in it.",
  "Say thank you while you remember exactly what for.",
  "Amber kept a summer for forty million years. A letter needs only one.",
  "The day will come anyway. Let it bring something.",
  "Memory is a borrowed book. Write your name in it.",
  "There is no wrong length for a letter that was meant.",
  "Children remember the songs. Tell them where the songs came from.",
  "Be someone’s good news on a day that you cannot see yet.",
  "The longest distance a letter travels is not measured in miles.",
  "Put the joke in, too. They will need it.",
  "What is written with care is read with care.",
  "These are someone’s good old days. Make them good.",
];

/** The same for all users. */
export function quoteOf(day: CalendarDate): string {
  return ofDay(QUOTES, day);
}

export function otherQuoteOf(day: CalendarDate): string {
  const half = QUOTES.length / 2;
  return ofDay([...QUOTES.slice(half), ...QUOTES.slice(0, half)], day);
}

/** One member a day, in turn. */
export function ofDay(list: string[], day: CalendarDate): string {
  const days = Math.floor(Date.parse(day) / 86_400_000);
  return list[((days % list.length) + list.length) % list.length] ?? "";
}
