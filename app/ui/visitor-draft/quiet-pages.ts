/** In the session's storage: when the visit began, in milliseconds. */
export const BEGAN = "amberkeep-visit";

/** Pages that never ask: forms and letters. */
const QUIET = /^\/(auth|sign-|create\/|create\?.*step=form|open\/|claim|join\/|verify|legacy|logout)/;

export const isQuiet = (path: string) => QUIET.test(path);
