import { type FindStep, findElements } from "./find.ts";

/** The expression that calls a function of its own in a page. */
export function call<Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args): string {
  return `(${work})(...${JSON.stringify(args)})`;
}

/** The same with an element as the first argument. */
export function callOn<Args extends unknown[]>(
  steps: FindStep[],
  work: (element: never, ...args: Args) => unknown,
  ...args: Args
): string {
  return `((element) => {
    if (!element) throw new Error("There is no such element.");
    return (${work})(element, ...${JSON.stringify(args)});
  })(${call(findElements, steps)}[0])`;
}

/** How many elements there are, and whether the first one is visible. */
export function look(elements: Element[]): { count: number; isVisible: boolean } {
  return { count: elements.length, isVisible: elements[0]?.checkVisibility({ visibilityProperty: true }) ?? false };
}

/** Whether the page is loaded and, where script is on, enhanced. */
export function isReady(script: "on" | "off"): boolean {
  if (document.readyState !== "complete") return false;
  const isEnhanced = document.querySelector("script[type=module]:not([src]), script[type=later]");
  return script === "off" || !isEnhanced || document.querySelector("html[data-enhanced], .standalone") !== null;
}

/** Visitors are not asked to sign up. */
export function suppressPrompt(): void {
  if (location.protocol.startsWith("http")) sessionStorage.setItem("amberkeep-asked", "true");
}

/** What pages have kept in the browser besides cookies. */
export function forgetKept(): void {
  if (!location.protocol.startsWith("http")) return;
  localStorage.clear();
  sessionStorage.clear();
  indexedDB.databases().then((kept) => {
    for (const { name } of kept) if (name) indexedDB.deleteDatabase(name);
  });
}

/** Sets a field's value as if it had been typed. */
export function enterValue(field: HTMLInputElement, value: string): void {
  // React overrides the setter of each field that it controls.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

export const scrollToCenter = (element: Element) => element.scrollIntoView({ block: "center", behavior: "instant" });

/** Loads what a reader would see only after scrolling. Returns whether all of it is there. */
export function loadPictures(): boolean {
  const pictures = [...document.images].filter((image) => image.checkVisibility());
  for (const picture of pictures) picture.loading = "eager";
  return document.fonts.status === "loaded" && pictures.every(({ complete }) => complete);
}
