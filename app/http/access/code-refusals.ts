export const CODE_REFUSALS = {
  wrong: "This code is not right. Please look for the newest one from us.",
  no_tries_left: "That was the last try for this code. Please have a new one sent.",
  expired: "This code is over. Please have a new one sent.",
};
