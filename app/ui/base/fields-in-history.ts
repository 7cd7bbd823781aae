type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field's form and name, its place among the fields that share them, and what was typed, or whether it is ticked. */
type Typed = [form: string | null, name: string, place: number, value: string | boolean];

/** Without passwords, codes and files, and without a vault's form, which is saved as a draft. */
const FIELDS =
  "main form:not(.vault-form) :is(input:not([type=hidden], [type=password], [type=file], [name=code]), textarea, select)";

/**
 * Keeps what is typed in the browser's history while the document is left, and restores it on the way back. Browsers
 * do that themselves, but not for fields with `autocomplete="off"`, and Firefox for no field of a private page.
 * Returns a function that ends it.
 */
export function keepFieldsInHistory(): () => void {
  const ends = new AbortController();
  const until = { signal: ends.signal };
  let sent: EventTarget | null = null;
  const keep = ({ isTrusted }: Event) => {
    if (!isTrusted) return;
    const typed = findTyped(sent);
    forgetTyped();
    if (typed.length > 0) history.replaceState({ ...history.state, typed, typedOn: location.pathname }, "");
  };
  // Firefox's cache of pages takes none with such a listener.
  const keepFromNow = () => {
    sent = null;
    addEventListener("beforeunload", keep, until);
  };
  document.addEventListener("input", keepFromNow, until);
  // After the listeners of the document: a form that is sent by script stays on its page.
  const noteSent = ({ target, defaultPrevented }: Event) => {
    // A link to a download keeps the text, and the page stays.
    forgetTyped();
    sent = defaultPrevented ? null : target;
  };
  addEventListener("submit", noteSent, until);
  // WebKit's cache of pages resets fields with `autocomplete="off"` right after this event.
  addEventListener("pageshow", ({ persisted }) => persisted && setTimeout(restoreTyped), until);
  restoreTyped();
  if (findTyped(null).length > 0) keepFromNow();
  return () => ends.abort();
}

/** Forgets nothing: the page may be being left already. */
function restoreTyped(): void {
  const { typed = [], typedOn } = history.state ?? {};
  // On the way back, the server may redirect to another page.
  if (typedOn !== location.pathname) return;
  for (const [form, name, place, value] of typed as Typed[]) {
    const field = fieldsNamed(form, name)[place];
    // What the browser has restored is newer.
    if (field && typedIn(field) === undefined) fill(field, value);
  }
}

function forgetTyped(): void {
  const { typed, typedOn: _, ...state } = history.state ?? {};
  if (typed) history.replaceState(state, "");
}

/** Each entry of a list has a form of its own, and the list may be another one on the way back. */
const formOf = ({ form }: Field) => form?.getAttribute("action") ?? null;

const fieldsNamed = (form: string | null, name: string) =>
  [...document.querySelectorAll<Field>(FIELDS)].filter((one) => one.name === name && formOf(one) === form);

/** `sent` is the form that the browser sends itself, if any. */
function findTyped(sent: EventTarget | null): Typed[] {
  return [...document.querySelectorAll<Field>(FIELDS)].flatMap((field) => {
    // Sent, though its answer may not have arrived yet.
    const value = field.form === sent || field.closest("[data-sent]") ? undefined : typedIn(field);
    if (value === undefined) return [];
    const [form, name] = [formOf(field), field.name];
    return [[form, name, fieldsNamed(form, name).indexOf(field), value] satisfies Typed];
  });
}

/** Returns what differs from the page as it was sent, if anything. */
function typedIn(field: Field): string | boolean | undefined {
  if (field instanceof HTMLSelectElement) {
    const chosenAtFirst = [...field.options].find((one) => one.defaultSelected) ?? field.options[0];
    return field.value === chosenAtFirst?.value ? undefined : field.value;
  }
  if (["checkbox", "radio"].includes(field.type)) {
    const { checked, defaultChecked } = field as HTMLInputElement;
    return checked === defaultChecked ? undefined : checked;
  }
  return field.value === field.defaultValue ? undefined : field.value;
}

/** The setters of React's own elements would hide the change from React. */
function fill(field: Field, value: string | boolean): void {
  const key = typeof value === "boolean" ? "checked" : "value";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), key)?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
