import { redirect } from "@remix-run/node";
import { email } from "~/domain/account/account-schema";
import { storedType, type VaultType } from "~/domain/vault/vault";
import { ownPath } from "~/http/own-path.server";

export type FormAddress = {
  copyOf: string | null;
} & (
  | { mode: "edit"; id: string }
  | {
      mode: "new";
      type: VaultType | "send-to-someone" | undefined;
      isForm: boolean;
      /** Addressed to its writer by default. */
      isReminder: boolean;
      /** Email of the recipient, from a link. */
      to?: string | undefined;
    }
);

/** Milestones and unknown types are letters to someone. */
const ADDRESSED = ["send-to-someone", "memory-board", "future-self", "photo", "video", "audio", "letter"] as const;

/** @param url of the form, or its path */
export function formAddress(url: string): FormAddress {
  const query = new URL(url, "http://amberkeep.localhost").searchParams;
  const copyOf = query.get("duplicateFrom");
  if (query.get("edit") === "true") return { mode: "edit", id: query.get("id") ?? "", copyOf };
  const asked = query.get("type");
  const type = asked === null ? undefined : (ADDRESSED.find((one) => one === asked) ?? "send-to-someone");
  const isReminder = query.get("reminder") === "true";
  const isForm = isReminder || copyOf !== null || (query.get("step") === "form" && type !== undefined);
  const to = email.safeParse(query.get("to") ?? undefined).data;
  return { mode: "new", type, isForm, copyOf, isReminder, to };
}

/**
 * Where the form is sent with this button. Text browsers ignore `formaction` and send it to its own page, which passes
 * it on with its fields. Undefined for other buttons, and once it is there.
 */
export function passOn(intent: string, url: string): Response | undefined {
  const { pathname, search, searchParams } = new URL(url);
  const here = pathname + search;
  const [, kind] = /^type-(.+)$/.exec(intent) ?? [];
  const targets: Record<string, string> = {
    "choose-date": `/create/date?${new URLSearchParams({ form: here })}`,
    "change-type": `/create?type=${storedType(searchParams.get("type"))}`,
  };
  const target = kind ? `/create?type=${kind}&step=form` : targets[intent];
  if (!target || target === here || pathname === "/create/date") return undefined;
  if (intent === "change-type" && !searchParams.has("step") && !searchParams.has("duplicateFrom")) return undefined;
  return redirect(target, 307);
}

export function formOnTheWay(request: Request): string {
  const path = ownPath(new URL(request.url).searchParams.get("form"), "/create");
  return path.startsWith("/create?") ? path : "/create";
}
