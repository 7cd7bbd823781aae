/** Whether the page of this link is still shown, and the user has not asked for another one. */
export const isStillWanted = (link: HTMLAnchorElement) =>
  link.isConnected && !("busy" in document.documentElement.dataset);
