import { jsxs as create } from "react/jsx-runtime";

export { Fragment, jsx } from "react/jsx-runtime";

/**
 * What the build calls for JSX with several children: joins their neighbouring texts. React parts such texts by
 * comments, and Chromium drops a space next to a comment from what it tells screen readers: "Block Anna" was read as
 * "BlockAnna".
 */
export const jsxs: typeof create = (type, props, key) => {
  joinTexts((props as { children: unknown[] }).children);
  return create(type, props, key);
};

/** The places stay, so that React recognises the other children. */
function joinTexts(children: unknown[]): void {
  let first: number | undefined;
  for (const [at, child] of children.entries()) {
    if (child == null || typeof child === "boolean") continue;
    if (typeof child !== "string" && typeof child !== "number") first = undefined;
    else if (first === undefined) first = at;
    else {
      children[first] = `${children[first]}${child}`;
      children[at] = null;
    }
  }
}
