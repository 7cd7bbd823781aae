import board from "./board.css?url";
import cards from "./cards.css?url";
import certificate from "./certificate.css?url";
import claim from "./claim.css?url";
import create from "./create.css?url";
import dashboard from "./dashboard.css?url";
import files from "./files.css?url";
import help from "./help.css?url";
import home from "./home.css?url";
import opening from "./opening.css?url";
import party from "./party.css?url";
import partyFiles from "./party-files.css?url";
import plan from "./plan.css?url";
import promise from "./promise.css?url";
import publicSheet from "./public.css?url";
import reading from "./reading.css?url";
import rehearsal from "./rehearsal.css?url";
import sent from "./sent.css?url";
import settings from "./settings.css?url";
import thread from "./thread.css?url";
import vault from "./vault.css?url";
import wall from "./wall.css?url";

const sheet = (href: string) => () => [{ rel: "stylesheet", href }];

export const homeStyles = sheet(home);
/** Public pages other than Home. */
export const publicStyles = sheet(publicSheet);
export const dashboardStyles = sheet(dashboard);
/** The envelope of a vault that is sent or not written yet. Descriptors for `meta`. */
export const sentStyles = (isShown: boolean) => (isShown ? [{ tagName: "link", rel: "stylesheet", href: sent }] : []);
export const helpStyles = sheet(help);
export const promiseStyles = sheet(promise);
/** Routes that show or take files. */
export const fileStyles = sheet(files);
export const claimStyles = sheet(claim);
export const certificateStyles = sheet(certificate);
export const planStyles = sheet(plan);
/** Routes with the vault form. */
export const createStyles = sheet(create);
export const settingsStyles = sheet(settings);
/** A guest's pages of a board, without and with file fields. */
export const partyStyles = sheet(party);
export const partyFileStyles = sheet(partyFiles);
export const wallStyles = sheet(wall);
export const cardsStyles = sheet(cards);
export const threadStyles = sheet(thread);
/** Routes that show a letter. */
export const readingStyles = sheet(reading);
/** The closed envelope, and the animation that opens it once. Descriptors for `meta`. */
export const openingStyles = (page?: { reading: object | null; moment?: object | null }) =>
  page?.reading && !page.moment ? [] : [{ tagName: "link", rel: "stylesheet", href: opening }];
export const rehearsalStyles = sheet(rehearsal);
/** The pages that seal and cancel a vault, and the developers' list of mails. */
export const ownVaultStyles = sheet(vault);
/** The developers' showcase of components. */
export const showcaseStyles = () => [create, dashboard, vault, files].flatMap((href) => sheet(href)());
/** A vault's page has one sheet for its owner, and another for its readers. */
export const vaultStyles = (viewer: "owner" | "reader") => [
  { tagName: "link", rel: "stylesheet", href: viewer === "owner" ? vault : reading },
];
export const boardStyles = (wall?: object | null) =>
  wall ? [{ tagName: "link", rel: "stylesheet", href: board }] : [];
