/** In the session's storage: when the visit began, in milliseconds. */
export const BEGAN = "amberkeep-visit";

/** Pages that never ask: forms, letters and boards. */
const QUIET =
  /^\/(auth|sign-|create\/|create\?.*(step=form|reminder=true)|open\/|claim|join\/|guest\/|reach\/|verify|legacy|logout)/;

export const isQuiet = (path: string) => QUIET.test(path);
