/** Where the build puts `help-script.ts`. */
export const HELP_SCRIPT_URL = "/help.js";
