import { keepFieldsInHistory } from "../base/fields-in-history";
import { announceToast } from "../frame/announce-toast";
import { closeMenuOnEscape } from "../frame/close-menu";
import { focusAfterToast } from "../frame/focus-after-toast";
import { loadHelpOnPress } from "../help/load-on-press";
import { ACCOUNT_WORDS } from "../visitor-draft/account-words";
import { askOnce, FILLED_AFTER_MS } from "../visitor-draft/prompt-timer";

/** The script of public pages, which ship no React and are complete without it. */
const path = location.pathname + location.search;
loadHelpOnPress();
announceToast();
focusAfterToast();
closeMenuOnEscape();
keepFieldsInHistory();
const isSignedIn = document.querySelector("form[action='/logout']") !== null;
if (!isSignedIn) askOnce(path, showPrompt);

/** Like `SignUpPrompt`. Does not take the focus. */
function showPrompt(): void {
  const status = element("div", { className: "live-toast", role: "status" });
  const prompt = element("section", { className: "toast guest-prompt", ariaLabel: ACCOUNT_WORDS });
  const later = element("button", { type: "button", className: "button button-quiet", textContent: "Maybe Later" });
  later.addEventListener("click", () => status.remove());
  const actions = element("p", { className: "actions" });
  actions.append(
    element("a", {
      className: "button button-primary",
      href: `/sign-up?${new URLSearchParams({ redirectTo: path })}`,
      textContent: "Sign up",
    }),
    later,
  );
  prompt.append(
    element("h2", { className: "card-title", textContent: ACCOUNT_WORDS }),
    element("p", { textContent: "Your first vault is free." }),
    actions,
  );
  document.body.append(status);
  setTimeout(() => status.append(prompt), FILLED_AFTER_MS);
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
