import type { FormKind } from "~/domain/vault/vault";
import type { VaultKind } from "../base/stamp";

export const FORM_TYPES: Record<FormKind, { stamp: VaultKind; title: string; text: string }> = {
  "send-to-someone": {
    stamp: "letter",
    title: "A vault to send to someone",
    text: "Create a memory vault to send to someone special",
  },
  "memory-board": { stamp: "board", title: "Memory Board", text: "Create a shared memory board for events" },
  "future-self": { stamp: "future", title: "Future Self", text: "Send a message to your future self" },
};
