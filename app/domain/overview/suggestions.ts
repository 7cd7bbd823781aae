import type { CalendarDate } from "~/domain/calendar/delivery-date";
import { ofDay } from "./quotes";

const SUGGESTIONS = [
  "Tell someone the story of how you chose their name.",
  "Write down one recipe, with the person who taught it to you.",
  "Describe the street you grew up in to someone who will never see it.",
  "Record the sound of your home on an ordinary evening.",
  "Write to yourself about what worries you today. Open it in a year.",
  "Thank a teacher, ten years after they stopped expecting it.",
  "Say what you hope for someone’s eighteenth birthday.",
  "Keep a photo of today’s breakfast table, with everyone’s names.",
  "Tell your children what their grandparents laughed about.",
  "Write the letter that you would have liked to find at twenty.",
  "Hum the song that put them to sleep, and keep it.",
  "Describe the day you knew.",
  "Explain the old photograph that nobody else can explain.",
  "Write about a mistake that turned out well.",
  "Tell a friend what their friendship has meant to you.",
  "Leave a note for the next people in your house.",
  "Say what you would do again exactly the same way.",
  "Record someone reading aloud who used to read to you.",
  "Write down what life costs today: what you pay for bread, who lives next door.",
  "Make a promise to yourself, with a date on which you will be asked.",
  "Describe someone’s hands.",
  "Tell the truth about a first job.",
  "Keep a minute of rain, of the sea, of your street.",
  "Write to someone for the day after a hard exam.",
  "Say where you hid things as a child.",
  "Wish someone luck for a day that is still years away.",
  "List ten things in this room, and where each came from.",
  "Write what you believe today. You will be glad to compare.",
  "Tell someone what you admired and never said.",
  "Describe a walk that you both took, from your side of it.",
  "Write three lines for a silver wedding.",
  "Explain the family word that no dictionary has.",
];

/** The same for all users. */
export function suggestionOf(day: CalendarDate): string {
  return ofDay(SUGGESTIONS, day);
}
