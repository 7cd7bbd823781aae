import { START_SCRIPTS } from "./start-scripts";

const WITHOUT_ACTION = /<form\b(?![^>]*\saction=)(?=[^>]*\smethod="post")/g;
const MARK = "data-here";

const ESCAPES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/**
 * w3m drops the query when a form has no `action`, so that no one could sign up there. Scripts remove the attribute
 * again, since React keeps it when the page changes.
 */
export function nameFormActions(html: string, { pathname, search }: URL): string {
  if (search === "") return html;
  const here = `${pathname}${search}`.replace(/[&"<>]/g, (character) => ESCAPES[character] ?? character);
  const named = html.replace(WITHOUT_ACTION, () => `<form ${MARK} action="${here}"`);
  return named === html ? html : named.replace(START_SCRIPTS, () => `${START_SCRIPTS};${UNNAME_FORM_ACTIONS}`);
}

const UNNAME_FORM_ACTIONS = `document.querySelectorAll("[${MARK}]").forEach(f=>f.removeAttribute("action"))`;
