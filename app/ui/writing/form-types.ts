import type { FormKind } from "~/domain/vault/vault";
import type { VaultKind } from "../base/stamp";

export const FORM_TYPES: Record<FormKind, { stamp: VaultKind; title: string }> = {
  "send-to-someone": {
    stamp: "letter",
    title: "A vault to send to someone",
  },
  "memory-board": { stamp: "board", title: "Memory Board" },
  "future-self": { stamp: "future", title: "Future Self" },
};
