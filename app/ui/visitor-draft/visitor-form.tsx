import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formKindOf, storedType } from "~/domain/vault/vault";
import { VaultForm } from "../writing/vault-form";
import type { VaultFormProps } from "../writing/vault-form-props";
import { KeptNotice, type ShownDraft } from "./kept-notice";
import type { Restored } from "./save-here";
import { browserStorage, holdsMemories } from "./storage-keys";

export type VisitorFormProps = VaultFormProps & {
  /** The browser's drafts, this form's included. */
  visitor: { drafts: ShownDraft[]; isFresh: boolean };
};

/**
 * When its session has ended, the form of an edited vault alone knows the vault's type. A form whose type was changed
 * keeps its id, while the page may have found another draft of the new type.
 */
function withTypeOf({ answer, ...props }: VisitorFormProps): VisitorFormProps {
  const type = storedType(String(answer?.initialValue?.type ?? props.type));
  const formId = String(answer?.initialValue?.formId ?? props.formId);
  return { ...props, type, kind: formKindOf(type), formId, answer };
}

/** A visitor's form, also saved in the browser. */
export function VisitorForm(given: VisitorFormProps) {
  const props = withTypeOf(given);
  const { visitor, type, formId, version, values, files, now, answer } = props;
  const [restored, setRestored] = useState<Restored>();
  const shown = { ...props, ...restored };
  const own = visitor.drafts.find((draft) => draft.formId === formId);
  const keptAt = own?.keptAt ?? null;
  const { isFresh } = visitor;
  const page = useRef({ type, version, values, files, now, keptAt, isFresh });
  page.current = { type, version, values: shown.values, files: shown.files, now, keptAt, isFresh };
  const isAnswered = answer !== undefined;
  const staleFormId = answer?.version && formId;

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const ends = new AbortController();
    const keep = () => {
      ends.abort();
      import("./save-here").then(({ forgetText, saveHere, restoredForm }) => {
        if (isGone) return;
        if (staleFormId) return forgetText(staleFormId);
        const at = { ...page.current, formId };
        const better = isAnswered || isTouched() ? undefined : restoredForm(at, localStorage, new Date(at.now));
        if (better) flushSync(() => setRestored(better));
        const form = document.getElementById("vault");
        if (!(form instanceof HTMLFormElement)) return;
        stop = saveHere(form, { ...at, ...better }, isWritten());
        // Triggers autosave to the server.
        if (better?.values.title)
          form.querySelector("[name=title]")?.dispatchEvent(new Event("input", { bubbles: true }));
      }, ignore);
    };
    // Loaded on the first interaction, before anything is typed.
    for (const event of ["focusin", "pointerover", "input", "change", "dragenter"]) {
      document.addEventListener(event, keep, { signal: ends.signal });
    }
    if (holdsMemories(browserStorage("localStorage")) || isTouched()) keep();
    return () => {
      isGone = true;
      ends.abort();
      stop?.();
    };
  }, [formId, isAnswered, staleFormId]);

  return (
    <>
      <KeptNotice type={type} own={own} others={visitor.drafts.filter((draft) => draft !== own)} />
      <VaultForm key={`${shown.formId} ${restored ? "restored" : ""}`} {...shown} />
    </>
  );
}

const formControls = () => [
  ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "#vault :is(input:not([type=hidden], [type=checkbox]), textarea)",
  ),
];

/** Whether a field was changed or focused before the script loaded. */
const isTouched = () => isWritten() || formControls().some((field) => field === document.activeElement);
/** The time zone is filled in by the page. */
const isWritten = () =>
  formControls().some(({ name, value, defaultValue }) => name !== "deliveryZone" && value !== defaultValue);

/** The server has the form. */
function ignore(): void {}
