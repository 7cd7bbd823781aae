import board from "./board.css?url";
import cards from "./cards.css?url";
import certificate from "./certificate.css?url";
import claim from "./claim.css?url";
import create from "./create.css?url";
import dashboard from "./dashboard.css?url";
import files from "./files.css?url";
import home from "./home.css?url";
import party from "./party.css?url";
import partyFiles from "./party-files.css?url";
import plan from "./plan.css?url";
import reading from "./reading.css?url";
import rehearsal from "./rehearsal.css?url";
import thread from "./thread.css?url";
import wall from "./wall.css?url";

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
/** A guest's pages of a board, without and with file fields. */
export const partyStyles = sheet(party);
export const partyFileStyles = sheet(partyFiles);
export const wallStyles = sheet(wall);
export const cardsStyles = sheet(cards);
export const threadStyles = sheet(thread);
/** Routes that show a letter. */
export const readingStyles = sheet(reading);
export const rehearsalStyles = sheet(rehearsal);
export const boardStyles = (wall?: object | null) =>
  wall ? [{ tagName: "link", rel: "stylesheet", href: board }] : [];
