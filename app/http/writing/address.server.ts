import type { VaultType } from "~/domain/vault/vault";
import { ownPath } from "~/http/own-path.server";

/** What the address of the form asks for. */
export type FormAddress = {
  /** The vault to send once more. */
  copyOf: string | null;
} & (
  | { mode: "edit"; id: string }
  | {
      mode: "new";
      type: VaultType | "send-to-someone" | undefined;
      isForm: boolean;
      /** A milestone to be reminded of: it goes to its own writer unless they say otherwise. */
      isReminder: boolean;
    }
);

/** Types that links and addresses have; a milestone, and whatever we do not know, is a letter to someone. */
const ADDRESSED = ["send-to-someone", "memory-board", "future-self", "photo", "video", "audio", "letter"] as const;

/** @param url the address of the form, or a path of our own */
export function formAddress(url: string): FormAddress {
  const query = new URL(url, "http://amberkeep.localhost").searchParams;
  const copyOf = query.get("duplicateFrom");
  if (query.get("edit") === "true") return { mode: "edit", id: query.get("id") ?? "", copyOf };
  const asked = query.get("type");
  const type = asked === null ? undefined : (ADDRESSED.find((one) => one === asked) ?? "send-to-someone");
  const isReminder = query.get("reminder") === "true";
  const isForm = isReminder || copyOf !== null || (query.get("step") === "form" && type !== undefined);
  return { mode: "new", type, isForm, copyOf, isReminder };
}

/** The form that a page in between, such as the date picker's, goes on to: path and query. */
export function formOnTheWay(request: Request): string {
  const path = ownPath(new URL(request.url).searchParams.get("form"), "/create");
  return path.startsWith("/create?") ? path : "/create";
}
