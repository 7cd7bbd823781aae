import { email } from "~/domain/account/account-schema";
import { formKindOf, storedType, type VaultType } from "~/domain/vault/vault";
import { forwardForm } from "~/http/forward-form.server";
import { ownPath } from "~/http/own-path.server";

export type FormParams = {
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
const TYPES = ["send-to-someone", "memory-board", "future-self", "photo", "video", "audio", "letter"] as const;

/** @param url of the form, or its path */
export function parseFormParams(url: string): FormParams {
  const query = new URL(url, "http://amberkeep.localhost").searchParams;
  const copyOf = query.get("duplicateFrom");
  if (query.get("edit") === "true") return { mode: "edit", id: query.get("id") ?? "", copyOf };
  const asked = query.get("type");
  const type = asked === null ? undefined : (TYPES.find((one) => one === asked) ?? "send-to-someone");
  const isReminder = query.get("reminder") === "true";
  const isForm = isReminder || copyOf !== null || (query.get("step") === "form" && type !== undefined);
  const to = email.safeParse(query.get("to") ?? undefined).data;
  return { mode: "new", type, isForm, copyOf, isReminder, to };
}

/**
 * Text browsers ignore `formaction` and send the form to its own page, which passes it on. Undefined for other buttons,
 * and where the form already is where it belongs.
 */
export function forwardToTarget(fields: URLSearchParams, url: string): Response | undefined {
  const path = targetOf(fields, new URL(url));
  return path === undefined ? undefined : forwardForm(path, fields);
}

function targetOf(fields: URLSearchParams, { pathname, search, searchParams }: URL): string | undefined {
  const intent = String(fields.get("intent"));
  // A day was chosen, or Back pressed.
  if (pathname === "/create/date" && intent === "attach" && fields.has("deliveryDate")) {
    return formPath(searchParams);
  }
  const isForm = searchParams.get("step") === "form" || searchParams.has("edit") || searchParams.has("duplicateFrom");
  const type = searchParams.get("type");
  const [, kind] = /^type-(.+)$/.exec(intent) ?? [];
  if (pathname !== "/create" || isForm === (kind !== undefined)) return undefined;
  if (kind) return `/create?type=${type && formKindOf(type) === kind ? type : kind}&step=form`;
  if (intent === "choose-date") return `/create/date?${new URLSearchParams({ form: pathname + search })}`;
  return intent === "change-type" ? `/create?type=${storedType(type)}` : undefined;
}

export const formPathOf = (request: Request): string => formPath(new URL(request.url).searchParams);

function formPath(query: URLSearchParams): string {
  const path = ownPath(query.get("form"), "/create");
  return path.startsWith("/create?") ? path : "/create";
}
