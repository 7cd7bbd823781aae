import type { NotFoundWords } from "./not-found";

/** Paths of links in mails, texts and printed codes, and of links that people pass on. */
const FROM_US =
  /^\/(open|legacy|legacy-invitation|legacy-stop|confirm-address|still-right|reach|address-stop|guest-link|stop|unsubscribe|newsletter\/(?:confirm|stop))\/./;
const FROM_SOMEONE = /^\/(s|gift|join)\/./;

const title = "This link no longer works";

/**
 * What to do about a link that is forged, truncated or no longer valid, which the page deliberately does not
 * distinguish.
 */
export function missingWords(pathname: string): NotFoundWords {
  if (FROM_US.test(pathname)) {
    return {
      title,
      message:
        "It may be from an earlier email, or the end of it is missing. Please use the link in the newest email you have from us.",
    };
  }
  if (FROM_SOMEONE.test(pathname)) {
    return {
      title,
      message:
        "It may have ended, or the end of it is missing. Please ask the person who gave it to you for a new one.",
    };
  }
  if (/^\/memories\/[^/]+\/photos\/./.test(pathname)) {
    return {
      title: "We can’t show this photo here",
      message:
        "What you were reading may have been closed since. Please open it again with the link in our email, or log in.",
    };
  }
  return {};
}
