type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed, or whether it is ticked, by the key of its field. */
type Typed = Record<string, string | boolean>;

/** Without passwords, codes and files, and without a vault's form, which is saved as a draft. */
const FIELDS =
  "main form:not(.vault-form) :is(input:not([type=hidden], [type=password], [type=file], [name=code]), textarea, select)";

/**
 * Keeps what is typed in the browser's history while the document is left, and restores it on the way back. Browsers
 * do that themselves, but not for fields with `autocomplete="off"`, and Firefox for no field of a private page.
 * @param until the signal that ends it
 */
export function keepFieldsInHistory(until: AddEventListenerOptions = {}): void {
  let sent: EventTarget | null = null;
  const keep = ({ isTrusted }: Event) => {
    if (!isTrusted) return;
    const typed = findTyped(sent);
    forgetTyped();
    if (typed) history.replaceState({ ...history.state, typed, typedOn: location.pathname }, "");
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
  if (findTyped(null)) keepFromNow();
}

/** Forgets nothing: the page may be being left already. */
function restoreTyped(): void {
  const { typed = {}, typedOn } = history.state ?? {};
  // On the way back, the server may redirect to another page.
  if (typedOn !== location.pathname) return;
  for (const [key, field] of findFields()) {
    // What the browser has restored is newer.
    if (key in typed && typedIn(field) === undefined) fill(field, typed[key]);
  }
}

function forgetTyped(): void {
  const { typed, typedOn: _, ...state } = history.state ?? {};
  if (typed) history.replaceState(state, "");
}

/**
 * Fields with their keys: the form, the name, and the place among the fields that share them. Each entry of a list has a
 * form of its own, and the list may be another one on the way back.
 */
function findFields(): [string, Field][] {
  const places: Record<string, number> = {};
  return [...document.querySelectorAll<Field>(FIELDS)].map((field) => {
    const key = `${field.form?.getAttribute("action")} ${field.name} `;
    places[key] = (places[key] ?? 0) + 1;
    return [key + places[key], field];
  });
}

/** `sent` is the form that the browser sends itself, if any. Undefined when nothing was typed. */
function findTyped(sent: EventTarget | null): Typed | undefined {
  let typed: Typed | undefined;
  for (const [key, field] of findFields()) {
    // Sent, though its answer may not have arrived yet.
    const value = field.form === sent || field.closest("[data-sent]") ? undefined : typedIn(field);
    if (value !== undefined) typed = { ...typed, [key]: value };
  }
  return typed;
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
