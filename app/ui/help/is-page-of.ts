import { isNavigating } from "../base/is-navigating";

/** Whether the page of this link is still shown, and the user has not asked for another one. */
export const isPageOf = (link: HTMLAnchorElement) => link.isConnected && !isNavigating();
