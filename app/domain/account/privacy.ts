import { z } from "zod";
import { PROFILE_VISIBILITIES, type ProfileVisibility } from "~db/schema/states";
import type { Privacy } from "./account";

type Words = { label: string; hint: string };

export const VISIBILITY_WORDS: Record<ProfileVisibility, Words> = {
  private: { label: "Nobody", hint: "You have no profile page." },
  contacts: {
    label: "People you know here",
    hint: "When they’re logged in: your legacy contacts, those who received a memory from you, and those who sent you one.",
  },
  public: { label: "Anyone with the link", hint: "Search engines are asked not to list it." },
};

export type PrivacyToggle = Exclude<keyof Privacy, "profileVisibility">;

export const PRIVACY_WORDS: Record<PrivacyToggle, Words> = {
  showActivity: {
    label: "Show my activity",
    hint: "Your profile also says how many memories you keep, and how many have arrived.",
  },
  allowSearchByEmail: {
    label: "Let people find me by email",
    hint: "Someone who’s logged in and enters your exact address sees your name, and can write to you with one click. Others learn nothing.",
  },
  dataSharing: {
    label: "Share error reports",
    hint: "If a page fails for you, the error in the server’s log carries your account’s number, so that support can find it. Never what you wrote.",
  },
  analyticsOptOut: {
    label: "Leave me out of the statistics",
    hint: "The server’s log has a line for each page that’s opened, without names. With this on, your lines don’t say which page it was.",
  },
};

const checkbox = z
  .literal("on", { error: "Please tick this box or leave it empty." })
  .optional()
  .transform((value) => value === "on");

export const privacySchema = z.object({
  profileVisibility: z.enum(PROFILE_VISIBILITIES, { error: "Please choose who can see your profile." }),
  allowSearchByEmail: checkbox,
  showActivity: checkbox,
  dataSharing: checkbox,
  analyticsOptOut: checkbox,
});
