import { matchRoutes, useNavigate, useNavigation, unstable_usePrompt as usePrompt, useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { focusAfterToast } from "../frame/focus-after-toast";
import { loadHelpOnPress } from "../help/load-on-press";
import { usePendingNavigation } from "./pending-navigation";

const holdsFiles = (field: Element) => field instanceof HTMLInputElement && Boolean(field.files?.length);

/**
 * Whether the page has unsent text that only the browser can restore, and only on the way back to a page that it loaded
 * itself. Drafts are saved anyway.
 */
const hasUnsentText = () =>
  [...document.querySelectorAll<HTMLTextAreaElement>("main form:not(.vault-form) textarea")].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );

declare global {
  interface Window {
    __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
  }
}

/** False for pages that ship no React: the build leaves them out of the list of routes. */
function isShownByReact({ origin, pathname }: { origin: string; pathname: string }): boolean {
  if (origin !== location.origin) return false;
  const found = matchRoutes(window.__remixRouter?.routes ?? [], pathname)?.at(-1);
  return found !== undefined && found.route.id !== "root" && found.route.path !== "*";
}

const LEAVING = "Leave this page? Text, a recording or a file that isn’t saved yet would be lost.";

/** Whether a part of the page would warn before the document is unloaded. */
const wouldWarn = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

/**
 * Navigates without reload between pages that have React, except links in an element with `data-native`, forms with it
 * or with files, and links away from unsent text. Asks first where text, a recording or a file would be lost.
 */
export function useEnhancedDocument(): void {
  const navigate = useNavigate();
  const submit = useSubmit();
  const sendAfterReload = useSendAfterReload();
  const sent = useReadOnlyWhileSent();

  useEffect(loadHelpOnPress, []);
  useEffect(focusAfterToast, []);
  useEffect(keepUnsentFields, []);

  usePrompt({
    message: LEAVING,
    // A form that stays on its page loses nothing, such as a board's when a recipient is added. Back within the
    // document leaves no page to which the browser could return with the text.
    when: ({ currentLocation: from, nextLocation: to, historyAction }) =>
      from.pathname + from.search !== to.pathname + to.search &&
      (wouldWarn() || (historyAction === "POP" && hasUnsentText())),
  });

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target || link.hasAttribute("download") || link.closest("[data-native]")) return;
      if (!isShownByReact(link) || (link.hash && link.pathname === location.pathname) || hasUnsentText()) return;
      event.preventDefault();
      // These links change a part of the page, so do not scroll.
      const isInPlace = link.closest("[data-in-place]") !== null;
      // Clicks during a transition are lost.
      const viewTransition = !isInPlace && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      navigate(link.pathname + link.search + link.hash, { preventScrollReset: isInPlace, viewTransition });
    }

    function onSubmit(event: SubmitEvent) {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || event.defaultPrevented || "native" in form.dataset) return;
      const isMultipart = form.enctype === "multipart/form-data";
      if (isMultipart && [...form.elements].some(holdsFiles)) return;
      const action = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
      const url = new URL(action, location.href);
      if (!isShownByReact(url)) return;
      event.preventDefault();
      const submitter = event.submitter;
      const isButton = submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement;
      const send = () => {
        sent.current = losesInput(form, event.submitter) ? form : null;
        submit(isButton ? submitter : form, {
          action: url.pathname + url.search,
          ...(isMultipart && { encType: "application/x-www-form-urlencoded" as const }),
        });
      };
      sendAfterReload(form, send);
    }

    document.documentElement.dataset.enhanced = "";
    document.addEventListener("click", onClick);
    document.addEventListener("submit", onSubmit);
    return () => {
      delete document.documentElement.dataset.enhanced;
      document.removeEventListener("click", onClick);
      document.removeEventListener("submit", onSubmit);
    };
  }, [navigate, submit, sendAfterReload, sent]);
}

/** Loads the script for that once a field is used, or something was kept. */
function keepUnsentFields(): () => void {
  const ends = new AbortController();
  const until = { signal: ends.signal };
  let isAsked = false;
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    import("../base/fields-in-history").then(({ keepFieldsInHistory }) => keepFieldsInHistory(until), ignore);
  };
  if (history.state?.typed) load();
  document.addEventListener("focusin", load, until);
  // Safari focuses no checkbox that is pressed.
  document.addEventListener("input", load, until);
  return () => ends.abort();
}

/** A vault's form keeps what is typed, except when its page is left. */
const losesInput = (form: HTMLFormElement, by: HTMLElement | null) =>
  form.method === "post" && (!form.matches(".vault-form") || leavesVault(by));

const leavesVault = (by: HTMLElement | null) =>
  by instanceof HTMLButtonElement && ["schedule", "rehearse", "change-type"].includes(by.value);

/** Checkboxes cannot be read-only, and a disabled one would be missing when the form is sent twice. */
function keepTick(event: Event): void {
  if (!(event.target instanceof HTMLInputElement) || !["checkbox", "radio"].includes(event.target.type)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Makes a form read-only from when it is sent until it is refused, since text typed meanwhile would be lost with its
 * page, or look saved. Returns the ref to put the form into.
 */
function useReadOnlyWhileSent() {
  const navigation = useNavigation();
  const sent = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    const { state, location } = navigation;
    const isRedirect = (location?.state as { _isRedirect?: boolean } | null | undefined)?._isRedirect;
    if (state !== "submitting" && !isRedirect) return;
    const [...fields] = sent.current?.querySelectorAll<HTMLInputElement>(":read-write") ?? [];
    const [...options] = sent.current?.querySelectorAll<HTMLOptionElement>("option:not(:checked, :disabled)") ?? [];
    const form = sent.current;
    const lock = (isLocked: boolean) => {
      for (const field of fields) field.readOnly = isLocked;
      for (const option of options) option.disabled = isLocked;
      form?.toggleAttribute("data-sent", isLocked);
      if (isLocked) form?.addEventListener("click", keepTick, true);
      else form?.removeEventListener("click", keepTick, true);
    };
    const unlock = () => lock(false);
    lock(true);
    // The browser may show this page again on Back, as it was left.
    addEventListener("pagehide", unlock);
    return () => {
      removeEventListener("pagehide", unlock);
      unlock();
    };
  }, [navigation]);

  return sent;
}

/**
 * Sends a form at once, but waits while the data of the last response are still loading: until then, a form that was
 * refused for its old CSRF token has no new one. A form that is gone by then is not sent.
 */
function useSendAfterReload() {
  const pending = usePendingNavigation();
  const isReloading = pending?.state === "loading" && pending.formMethod !== undefined;
  const now = useRef({ isReloading, waiting: () => {} });
  now.current.isReloading = isReloading;

  useEffect(() => {
    if (isReloading) return;
    now.current.waiting();
    now.current.waiting = () => {};
  }, [isReloading]);

  return useCallback((form: HTMLFormElement, send: () => void) => {
    if (!now.current.isReloading) return send();
    now.current.waiting = () => form.isConnected && send();
  }, []);
}

/** Most browsers restore most fields without it. */
function ignore(): void {}
