import { createId } from "@paralleldrive/cuid2";
import * as create from "~/routes/create";
import * as add from "~/routes/guest.$guest_.add";
import * as join from "~/routes/join.$code";
import { createBoard } from "./board";
import { type Browser, createBrowser, withCookiesOf } from "./browser";
import { type FormPart, multipartRequest } from "./multipart";
import { answerOf, formRequest, pageRequest } from "./request";

export const OPEN_BOARD = { needsApproval: false, isOpen: true, isPaused: false, closesOn: null };

export const createBirthdayBoard = () => createBoard({ title: "Otto is eighty" });

export const visitInvite = (code: string, browser: Browser, query = "") =>
  answerOf(join.loader, pageRequest(`/join/${code}${query}`, browser), browser, { code });
export const sendInvite = (code: string, fields: Record<string, string>, browser: Browser) =>
  answerOf(join.action, formRequest(`/join/${code}`, fields, browser), browser, { code });

export type GuestRoute = { loader?: Parameters<typeof answerOf>[0]; action?: Parameters<typeof answerOf>[0] };
export type JoinedGuest = { id: string; browser: Browser };

/** Joins with a new browser. */
export async function joinBoard(code: string, guestName: string): Promise<JoinedGuest> {
  const browser = await createBrowser();
  const answer = await sendInvite(code, { formId: createId(), name: guestName }, browser);
  const id = answer.headers.get("Location")?.replace("/guest/", "") ?? "";
  return { id, browser: await withCookiesOf(browser, answer) };
}

export const guestPath = (id: string, page = "") => `/guest/${id}${page && `/${page}`}`;
export const openGuestPage = (route: GuestRoute, { id, browser }: JoinedGuest, page = "", params: object = {}) =>
  answerOf(route.loader as never, pageRequest(guestPath(id, page), browser), browser, { guest: id, ...params });
export const postAsGuest = (
  route: GuestRoute,
  { id, browser }: JoinedGuest,
  page: string,
  fields: Record<string, string>,
  params: object = {},
) =>
  answerOf(route.action as never, formRequest(guestPath(id, page), fields, browser), browser, { guest: id, ...params });
export const sendFilesAsGuest = (guest: JoinedGuest, parts: FormPart[]) =>
  answerOf(add.action, multipartRequest(guestPath(guest.id, "add"), parts, guest.browser), guest.browser, {
    guest: guest.id,
  });
export const openForm = async (query: string, { browser }: { browser: Browser }) => {
  const url = `/create?${query}`;
  return (await answerOf(create.loader, pageRequest(url, browser), browser)).json();
};
export const addNote = (guest: JoinedGuest, text: string) =>
  postAsGuest(add, guest, "add", { formId: createId(), text });
