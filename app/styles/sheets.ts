import board from "./board.css?url";
import certificate from "./certificate.css?url";
import claim from "./claim.css?url";
import create from "./create.css?url";
import dashboard from "./dashboard.css?url";
import files from "./files.css?url";
import home from "./home.css?url";
import plan from "./plan.css?url";
import reading from "./reading.css?url";
import rehearsal from "./rehearsal.css?url";
import thread from "./thread.css?url";

const sheet = (href: string) => () => [{ rel: "stylesheet", href }];

/** For the `links` of the home page. */
export const homeStyles = sheet(home);
/** For the `links` of the dashboard. */
export const dashboardStyles = sheet(dashboard);
/** For the `links` of routes that show a vault's files. */
export const fileStyles = sheet(files);
/** For the `links` of the page with a claim card. */
export const claimStyles = sheet(claim);
/** For the `links` of the page that checks certificates. */
export const certificateStyles = sheet(certificate);
/** For the `links` of the page of the plans. */
export const planStyles = sheet(plan);
/** For the `links` of routes with a vault's form. */
export const createStyles = sheet(create);
/** For the `links` of the timeline and the activity. */
export const threadStyles = sheet(thread);
/** For the `links` of routes on which a letter is read. */
export const readingStyles = sheet(reading);
/** For the `links` of the page that shows beforehand what will be read. */
export const rehearsalStyles = sheet(rehearsal);
/** For the `meta` of routes on which a board may be read: letters, and what else is shown there, go without its sheet. */
export const boardStyles = (isBoard = false) => (isBoard ? [{ tagName: "link", rel: "stylesheet", href: board }] : []);
