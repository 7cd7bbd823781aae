import { FORM_KINDS, type FormKind } from "~/domain/vault/vault";
import { ASIDE, isSealedByDefault } from "~/domain/writing/form-values";

/** What only the form of one kind asks for. */
const OWN_FIELDS: Record<FormKind, RegExp | null> = {
  "send-to-someone": /^recipient(Name|Email|Phone)$/,
  "memory-board": /^(boardRecipients\[.+|isOpen|needsApproval|closesOn)$/,
  "future-self": null,
};

/** For `intent` `type-…`: turns the submitted form into that of the chosen type, so that it can be turned back. */
export function changeType(intent: string, formData: FormData): void {
  const kind = FORM_KINDS.find((one) => intent === `type-${one}`);
  const before = FORM_KINDS.find((one) => one === formData.get("typeBefore"));
  if (!kind || !before || kind === before) return;
  changeSeal(formData, { kind, before });
  putAside(formData, kind);
}

type Change = { kind: FormKind; before: FormKind };

/** Unless the sender changed it, the choice to seal is the new type's default. */
function changeSeal(formData: FormData, { kind, before }: Change): void {
  if (formData.has("isToBeSealed") !== isSealedByDefault(before)) return;
  if (isSealedByDefault(kind)) formData.set("isToBeSealed", "on");
  else formData.delete("isToBeSealed");
}

/** Hidden fields keep what other types ask for. */
function putAside(formData: FormData, kind: FormKind): void {
  const others = FORM_KINDS.filter((one) => one !== kind);
  for (const [name, value] of [...formData]) {
    const own = name.startsWith(ASIDE) ? name.slice(ASIDE.length) : name;
    const isOfThis = name !== own && OWN_FIELDS[kind]?.test(own);
    const isOfAnother = name === own && others.some((other) => OWN_FIELDS[other]?.test(own));
    if (!isOfThis && !isOfAnother) continue;
    formData.delete(name);
    formData.append(isOfThis ? own : ASIDE + own, value);
  }
}
