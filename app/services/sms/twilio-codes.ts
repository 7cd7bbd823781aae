/**
 * Texts that can never be sent: no such number, not for texts, STOP, no route, refused words. Other refusals (login,
 * sender, country) concern the account. Source: https://www.twilio.com/docs/api/errors
 */
const ABOUT_THIS_TEXT = [21211, 21214, 21217, 21265, 21602, 21610, 21612, 21614, 21617, 21635];

/**
 * Of texts that Twilio accepted: its queue overflowed, the account is suspended, the price is above our limit,
 * carriers' limits of our campaign or day, a sender that is not registered or verified, and a text that waited for too
 * long.
 */
const ABOUT_ACCOUNT = [30001, 30002, 30010, 30022, 30023, 30024, 30027, 30032, 30034, 30036];

export function isAboutText(code: number): boolean {
  return ABOUT_THIS_TEXT.includes(code);
}

/**
 * Whether a text was not delivered because of our account or sender. Codes of refusals may come with a webhook, too.
 */
export function isAboutAccount(code: number): boolean {
  const isRefusal = code >= 21_000 && code < 22_000;
  return isRefusal ? !isAboutText(code) : ABOUT_ACCOUNT.includes(code);
}
