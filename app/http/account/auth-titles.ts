/** Titles of refusals on the auth page (spec, section 8). */
export const LOGIN_FAILED = "Login failed";
export const SIGNUP_FAILED = "Signup failed";
export const SIGNUP_ISSUE = "Signup issue";
export const LOGOUT_FAILED = "Logout failed";
export const LINK_FAILED = "Login link failed";
export const RESET_FAILED = "Password reset failed";
export const UPDATE_FAILED = "Password update failed";

export const ACCOUNT_CREATED = {
  title: "Account created successfully",
  description: "We’ve sent you an email. Open the link in it so that your letters can be delivered.",
};

export const LINK_IS_OVER =
  "This link has expired or was used before. If you set your password with it, you can log in. If not, please ask for a new one.";
export const GUESSABLE = "This password is too easy to guess. Please choose another.";
