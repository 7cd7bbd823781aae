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
import settings from "./settings.css?url";
import thread from "./thread.css?url";

const sheet = (href: string) => () => [{ rel: "stylesheet", href }];

export const homeStyles = sheet(home);
export const dashboardStyles = sheet(dashboard);
/** Routes that show or take files. */
export const fileStyles = sheet(files);
export const claimStyles = sheet(claim);
export const certificateStyles = sheet(certificate);
export const planStyles = sheet(plan);
/** Routes with the vault form. */
export const createStyles = sheet(create);
export const settingsStyles = sheet(settings);
export const threadStyles = sheet(thread);
/** Routes that show a letter. */
export const readingStyles = sheet(reading);
export const rehearsalStyles = sheet(rehearsal);
export const boardStyles = (isBoard = false) => (isBoard ? [{ tagName: "link", rel: "stylesheet", href: board }] : []);
