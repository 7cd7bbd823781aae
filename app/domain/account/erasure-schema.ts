import { z } from "zod";
import { WAITING_CHOICES } from "~db/schema/states";

const UNANSWERED = "Please choose what should happen to your waiting memories.";

/** Asked only when a vault waits. */
export const erasureSchema = (isAsked: boolean) =>
  z.object({
    waitingVaults: isAsked ? z.enum(WAITING_CHOICES, { error: UNANSWERED }) : z.enum(WAITING_CHOICES).default("cancel"),
  });
