import { jsxs as create } from "react/jsx-runtime";

export { Fragment, jsx } from "react/jsx-runtime";

/**
 * What the build calls for JSX with several children: joins their neighbouring texts. React separates such texts by
 * comments, and Chromium drops a space next to a comment from what it tells screen readers: "Block Anna" was read as
 * "BlockAnna".
 */
export const jsxs: typeof create = (type, props, key) => {
  const joined = props as { children: unknown };
  const children = joined.children as unknown[];
  // As the only text of its element, it is updated even after the browser has translated it.
  if (children.every(isText)) joined.children = children.join("");
  else joinTexts(children);
  return create(type, props, key);
};

const isText = (child: unknown) => typeof child === "string" || typeof child === "number";

/** The places stay, so that React recognises the other children. */
function joinTexts(children: unknown[]): void {
  let first: number | undefined;
  for (const [at, child] of children.entries()) {
    if (child == null || typeof child === "boolean") continue;
    if (!isText(child)) first = undefined;
    else if (first === undefined) first = at;
    else {
      children[first] = `${children[first]}${child}`;
      children[at] = null;
    }
  }
}
