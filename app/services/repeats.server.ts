import { subSeconds } from "date-fns";

/** How long a form that is sent again gets the answer of the first one, which may have been lost. */
export const REPEAT_SECONDS = 60;
/** Two presses of one button. After that people may press again because nothing has arrived. */
const PRESSED_TWICE_SECONDS = 10;

/** What happened after this may be repeated. */
export const repeatableSince = (now: Date) => subSeconds(now, REPEAT_SECONDS);

/** What was created after this is not created again. */
export const pressedTwiceSince = (now: Date) => subSeconds(now, PRESSED_TWICE_SECONDS);
