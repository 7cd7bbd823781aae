import { isCalendarDate } from "~/domain/calendar/delivery-date";
import type { BoardSettings } from "./board.server";

const SWITCHES = ["needsApproval", "isOpen", "isPaused"] as const;

/**
 * The settings that a form was opened with, for its hidden field `openedWith`: those that are on, and the last day.
 * Several people can host a board, so a form changes only what differs from this.
 */
export const writeOpenedWith = (settings: Partial<BoardSettings>): string =>
  [...SWITCHES.filter((name) => settings[name]), settings.closesOn ?? ""].join(" ").trim();

/** Without the field, everything counts as off, so that an old form switches nothing off. */
export function readOpenedWith(written = ""): BoardSettings {
  const words = written.split(" ");
  const [needsApproval = false, isOpen = false, isPaused = false] = SWITCHES.map((name) => words.includes(name));
  return { needsApproval, isOpen, isPaused, closesOn: words.find(isCalendarDate) ?? null };
}
