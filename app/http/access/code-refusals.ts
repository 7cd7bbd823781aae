export const CODE_REFUSALS = {
  wrong: "This code isn’t right. Please use the code from our latest email.",
  wrong_by_sms: "This code isn’t right. Please use the code from our latest text message.",
  no_tries_left: "That was the last try for this code. Please ask for a new one.",
  other_browser: "Use the browser in which you asked for the code, or ask for a new one here.",
  expired: "This code no longer works. Please ask for a new one.",
};
