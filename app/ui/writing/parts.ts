import { lazy } from "react";

/** The server renders these parts with the page; the browser loads them only with the pages that show them. */
const ON_SERVER = import.meta.env.SSR;

export const ChooseType = ON_SERVER
  ? (await import("./choose-type")).ChooseType
  : lazy(() => import("./choose-type").then(({ ChooseType }) => ({ default: ChooseType })));

export const RecipientRows = ON_SERVER
  ? (await import("./recipient-rows")).RecipientRows
  : lazy(() => import("./recipient-rows").then(({ RecipientRows }) => ({ default: RecipientRows })));

export const InviteLink = ON_SERVER
  ? (await import("../board/invite-link")).InviteLink
  : lazy(() => import("../board/invite-link").then(({ InviteLink }) => ({ default: InviteLink })));

export const CopiedFiles = ON_SERVER
  ? (await import("./copied-files")).CopiedFiles
  : lazy(() => import("./copied-files").then(({ CopiedFiles }) => ({ default: CopiedFiles })));
