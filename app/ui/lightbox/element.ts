export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), { className }, properties);
  element.append(...children);
  return element;
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Links that open the lightbox. */
export const findPhotoLinks = (root: ParentNode) => [...root.querySelectorAll<HTMLAnchorElement>("a[data-photo]")];
