import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { createAccountLink } from "~/domain/account/account-links.server";
import { requestEmailChange } from "~/domain/account/email-change.server";
import { stillRightLink } from "~/domain/address-health/still-right-link.server";
import { guestProof } from "~/domain/board/guest-link.server";
import { inviteHost } from "~/domain/board/hosts.server";
import { listPieces } from "~/domain/board/pieces.server";
import { makeCard } from "~/domain/claim/card.server";
import { answerBackupRequest } from "~/domain/delivery/backup-contact.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { proposalLink } from "~/domain/delivery/proposed-address-link.server";
import { helpLink, legacyLink } from "~/domain/legacy/legacy-links.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { newsletterUrl } from "~/domain/newsletter/newsletter-links.server";
import { requestSubscription } from "~/domain/newsletter/subscribe.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { type Certificate, certificateFile } from "~/domain/seal/certificate";
import { findCertificate } from "~/domain/seal/certificate.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import * as addressStop from "~/routes/address-stop.$link";
import * as passkeyLogin from "~/routes/auth_.passkey";
import * as loginOptions from "~/routes/auth_.passkey_.options";
import * as claim from "~/routes/claim";
import * as confirmEmail from "~/routes/confirm-email";
import * as confirmByPasskey from "~/routes/confirm-password_.passkey";
import * as confirmOptions from "~/routes/confirm-password_.passkey_.options";
import * as date from "~/routes/create_.date";
import * as forget from "~/routes/create_.forget";
import * as limit from "~/routes/create_.limit";
import * as guestLeave from "~/routes/guest.$guest_.leave";
import * as guestLink from "~/routes/guest-link.$link";
import * as helpClear from "~/routes/help_.clear";
import * as legacyClose from "~/routes/legacy.$link_.close";
import * as legacyReplaced from "~/routes/legacy.$link_.replaced";
import * as legacyView from "~/routes/legacy.$link_.view";
import * as legacyStop from "~/routes/legacy-stop.$link";
import * as changes from "~/routes/memories.$id_.changes";
import * as confirmation from "~/routes/memories.$id_.confirmation";
import * as discard from "~/routes/memories.$id_.discard";
import * as guestRemoval from "~/routes/memories.$id_.guests.$guest";
import * as hosting from "~/routes/memories.$id_.host";
import * as readerReport from "~/routes/memories.$id_.report.$post";
import * as newsletterConfirm from "~/routes/newsletter_.confirm.$link";
import * as open from "~/routes/open.$link";
import * as openAccount from "~/routes/open.$link_.account";
import * as openClose from "~/routes/open.$link_.close";
import * as openReplaced from "~/routes/open.$link_.replaced";
import * as openShare from "~/routes/open.$link_.share";
import * as openThanks from "~/routes/open.$link_.thanks";
import * as restoreEmail from "~/routes/restore-email";
import * as contactRemoval from "~/routes/settings.legacy-contacts_.$id.remove";
import * as passkeys from "~/routes/settings.sign-in_.passkeys";
import * as registrationOptions from "~/routes/settings.sign-in_.passkeys_.options";
import * as stillRight from "~/routes/still-right.$link";
import * as verify from "~/routes/verify";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, newsletterSubscribers, proposedAddresses } from "~db/schema";
import { createBoard } from "./board";
import { type Browser, createBrowser, visitorOf, withCookiesOf } from "./browser";
import type { FormCase } from "./forms";
import { addNote, createBirthdayBoard, guestPath, joinBoard } from "./guest";
import { createContact, createUndeliverable, storedLegacyRequest } from "./legacy";
import {
  changeLetter,
  createDraft,
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
} from "./letter";
import { mailedToken, writtenTo } from "./outbox";
import { createPasskeyDevice } from "./passkey-device";
import { answerOf, formRequest } from "./request";
import { createUser } from "./user";

type Handler = Parameters<typeof answerOf>[0];

const NO_PASSKEY = "Your browser didn’t send a passkey. Please try again.";

async function optionsFor(action: unknown, path: string, browser: Browser) {
  return (await answerOf(action as Handler, formRequest(path, {}, browser), browser)).json();
}

async function registeredIn(device: ReturnType<typeof createPasskeyDevice>, browser: Browser): Promise<string> {
  const options = await optionsFor(registrationOptions.action, "/settings/sign-in/passkeys/options", browser);
  return JSON.stringify(device.register(options));
}

async function createUserWithPasskey() {
  const person = await createUser();
  const device = createPasskeyDevice();
  const fields = { name: "My phone", credential: await registeredIn(device, person.browser) };
  const request = formRequest("/settings/sign-in/passkeys", fields, person.browser);
  await answerOf(passkeys.action as Handler, request, person.browser);
  return { ...person, device };
}

/** A reader without an account who has entered the code. */
async function readByCode(delivery: Parameters<typeof openingLink>[0] & Parameters<typeof sendOpeningCode>[0]) {
  const [params, browser] = [{ link: openingLink(delivery) }, await createBrowser()];
  await sendOpeningCode(delivery, await visitorOf(browser));
  const code = (await writtenTo(delivery.recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
  const path = `/open/${params.link}`;
  const opened = await answerOf(open.action as Handler, formRequest(path, { code }, browser), browser, params);
  return { path, params, browser: await withCookiesOf(browser, opened) };
}

async function createDelivered() {
  const { user } = await createUser();
  const id = await createLetter(user, { deliveryDate: "2020-01-01" });
  await deliverVault(id);
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("The vault was not delivered.");
  return { id, user, delivery };
}

async function createOpenBoard(email: string) {
  const board = await createBoard({ deliveryDate: "2020-01-01", boardRecipients: [{ name: "Eva", email }] });
  await addNote(await joinBoard(board.code, "Tom"), "You taught me to ride a bike.");
  await deliverVault(board.id);
  const delivery = (await deliveriesOf(board.id)).find(({ recipientEmail }) => recipientEmail === email);
  if (!delivery) throw new Error("The board was not delivered.");
  return { ...board, delivery };
}

/** Forms in which little or nothing is typed. */
export const buttonForms: FormCase[] = [
  {
    name: "log in with a passkey",
    action: passkeyLogin.action,
    prepare: async () => {
      const { device } = await createUserWithPasskey();
      const browser = await createBrowser();
      const credential = device.signIn(await optionsFor(loginOptions.action, "/auth/passkey/options", browser));
      return { path: "/auth/passkey", browser, fields: { credential: JSON.stringify(credential) } };
    },
    required: { credential: NO_PASSKEY },
    secrets: ["credential"],
  },
  {
    name: "confirm with a passkey",
    action: confirmByPasskey.action,
    prepare: async () => {
      const { device, browser } = await createUserWithPasskey();
      const path = "/confirm-password/passkey";
      const credential = device.signIn(await optionsFor(confirmOptions.action, `${path}/options`, browser));
      return { path, browser, fields: { credential: JSON.stringify(credential) } };
    },
    required: { credential: NO_PASSKEY },
    secrets: ["credential"],
    isPrivate: true,
  },
  {
    name: "add a passkey",
    action: passkeys.action,
    prepare: async () => {
      const { browser } = await createUser();
      const credential = await registeredIn(createPasskeyDevice(), browser);
      return { path: "/settings/sign-in/passkeys", browser, fields: { name: "My phone", credential } };
    },
    required: { name: "Please give the passkey a name", credential: NO_PASSKEY },
    longest: { name: 60 },
    lines: ["name"],
    secrets: ["credential"],
    isPrivate: true,
  },
  ...Object.entries({
    "/auth/passkey": loginOptions,
    "/confirm-password/passkey": confirmOptions,
    "/settings/sign-in/passkeys": registrationOptions,
  }).map(([path, { action }]) => ({
    name: `ask for the options of ${path}`,
    action: action as Handler,
    prepare: async () => ({ path: `${path}/options`, browser: (await createUser()).browser, fields: {} }),
    accepted: 200,
    limit: 120,
  })),
  {
    name: "verify a certificate",
    action: verify.action,
    prepare: async () => {
      const { user } = await createUser();
      const id = await createLetter(user);
      await sealVault(user, id);
      const certificate = certificateFile((await findCertificate(id, { withSalt: true })) as Certificate);
      return { path: "/verify", browser: await createBrowser(), fields: { certificate } };
    },
    required: { certificate: "Please paste a certificate, or choose its file." },
    accepted: 200,
    limit: 60,
  },
  {
    name: "choose a date",
    action: date.action,
    prepare: async () => {
      const form = "/create?type=send-to-someone&step=form";
      const fields = { title: "For Mia", message: "Dear Mia,", deliveryZone: "UTC", pick: "2044", formId: createId() };
      const path = `/create/date?${new URLSearchParams({ form })}`;
      return { path, browser: (await createUser()).browser, fields };
    },
    longest: { title: 200, message: 100_000 },
    lines: ["title"],
    accepted: 200,
  },
  {
    name: "claim with a card",
    action: claim.action,
    prepare: async () => {
      const { user } = await createUser();
      const id = await createLetter(user, { deliveryDate: "2020-01-01" });
      const code = (await makeCard(user, id, { showsDay: false })) ?? "";
      return { path: "/claim", browser: await createBrowser(), fields: { code } };
    },
    required: { code: "Please enter the code on the card." },
    limit: 30,
  },
  {
    name: "confirm a new email",
    action: confirmEmail.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const to = `${createId()}@example.org`;
      await requestEmailChange(user, to);
      return { path: `/confirm-email?token=${await mailedToken(to, "change_email")}`, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "restore the former email",
    action: restoreEmail.action,
    prepare: async () => {
      const { user } = await createUser();
      const change = { ...user, newEmail: `${createId()}@example.org` };
      const token = await inTransaction((tx) => createAccountLink(tx, "undo_email", change, new Date()));
      return { path: `/restore-email?token=${token}`, browser: await createBrowser(), fields: {} };
    },
  },
  {
    name: "discard a visitor’s draft",
    action: forget.action,
    prepare: async () => ({ path: "/create/forget?draft=x", browser: await createBrowser(), fields: {} }),
  },
  {
    name: "go on without a free slot",
    action: limit.action,
    prepare: async () => ({ path: "/create/limit", browser: (await createUser()).browser, fields: {} }),
    isPrivate: true,
  },
  {
    name: "follow a guest’s link",
    action: guestLink.action,
    prepare: async () => {
      const { id } = await joinBoard((await createBirthdayBoard()).code, "Tom");
      const link = guestProof(id);
      return { path: `/guest-link/${link}`, params: { link }, browser: await createBrowser(), fields: {} };
    },
  },
  {
    name: "leave a board",
    action: guestLeave.action,
    prepare: async () => {
      const { id, browser } = await joinBoard((await createBirthdayBoard()).code, "Tom");
      return { path: guestPath(id, "leave"), params: { guest: id }, browser, fields: {} };
    },
  },
  {
    name: "clear the help chat",
    action: helpClear.action,
    prepare: async () => ({ path: "/help/clear", browser: await createBrowser(), fields: {} }),
  },
  {
    name: "stop a legacy contact",
    action: legacyStop.action,
    prepare: async () => {
      const { contact, helper } = await createUndeliverable();
      await requestView(helper);
      const link = legacyLink("stop", (await storedLegacyRequest(contact.id, "view"))?.id ?? "");
      return { path: `/legacy-stop/${link}`, params: { link }, browser: await createBrowser(), fields: {} };
    },
  },
  ...Object.entries({ close: legacyClose, view: legacyView }).map(([page, { action }]) => ({
    name: `${page} as a legacy contact`,
    action: action as Handler,
    prepare: async () => {
      const { contact, id } = await createUndeliverable();
      const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
      const { browser } = await createUser({ email: contact.email });
      return { path: `/legacy/${link}/${page}`, params: { link }, browser, fields: {} };
    },
  })),
  {
    name: "request a legacy contact’s new link",
    action: legacyReplaced.action,
    prepare: async () => {
      const { contact, id } = await createUndeliverable();
      const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
      await db.update(legacyContacts).set({ linkVersion: 1 }).where(eq(legacyContacts.id, contact.id));
      return { path: `/legacy/${link}/replaced`, params: { link }, browser: await createBrowser(), fields: {} };
    },
    limit: 6,
  },
  {
    name: "keep late changes",
    action: changes.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      await changeLetter(user, id, { title: "For Tom" });
      await deliverVault(id, DUE_AT);
      return { path: `/memories/${id}/changes`, params: { id }, browser, fields: { formId: createId() } };
    },
    isPrivate: true,
  },
  {
    name: "notify the recipients",
    action: confirmation.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      return { path: `/memories/${id}/confirmation`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
    limit: 40,
  },
  {
    name: "discard a draft",
    action: discard.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createDraft(user);
      return { path: `/memories/${id}/discard`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "remove a guest",
    action: guestRemoval.action,
    prepare: async () => {
      const { id, code, browser } = await createBirthdayBoard();
      const guest = await joinBoard(code, "Tom");
      const params = { id, guest: guest.id };
      return { path: `/memories/${id}/guests/${guest.id}`, params, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "host a board together",
    action: hosting.action,
    prepare: async () => {
      const [{ id, user }, otto] = [await createBirthdayBoard(), await createUser()];
      await inviteHost(user, id, { name: "Otto", email: otto.user.email });
      return { path: `/memories/${id}/host`, params: { id }, browser: otto.browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "report a piece as a recipient",
    action: readerReport.action,
    prepare: async () => {
      const eva = await createUser();
      const { id } = await createOpenBoard(eva.user.email);
      await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, id));
      const [piece] = await listPieces(id);
      const post = piece?.id ?? "";
      return { path: `/memories/${id}/report/${post}`, params: { id, post }, browser: eva.browser, fields: {} };
    },
    limit: 60,
  },
  {
    name: "confirm a subscription",
    action: newsletterConfirm.action,
    prepare: async () => {
      const email = `${createId()}@example.org`;
      await requestSubscription(email);
      const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
      const path = new URL(newsletterUrl(row?.id ?? "", "confirm")).pathname;
      const link = path.split("/").at(-1) ?? "";
      return { path, params: { link }, browser: await createBrowser(), fields: {} };
    },
  },
  {
    name: "stop a proposed address",
    action: addressStop.action,
    prepare: async () => {
      const { user } = await createUser();
      const backupEmail = `${createId()}@example.net`;
      const { id, delivery } = await createFailedLetter(user, { backupEmail });
      await answerBackupRequest({ deliveryId: delivery.id, vaultId: id, backupEmail }, `${createId()}@example.net`);
      const [row] = await db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, id));
      const link = proposalLink(row?.id ?? "");
      return { path: `/address-stop/${link}`, params: { link }, browser: await createBrowser(), fields: {} };
    },
  },
  {
    name: "open with an account",
    action: openAccount.action,
    prepare: async () => {
      const { delivery } = await createDelivered();
      const { browser } = await createUser({ email: delivery.recipientEmail });
      const link = openingLink(delivery);
      return { path: `/open/${link}/account`, params: { link }, browser, fields: {} };
    },
  },
  {
    name: "close a letter",
    action: openClose.action,
    prepare: async () => {
      const { path, ...others } = await readByCode((await createDelivered()).delivery);
      return { ...others, path: `${path}/close`, fields: {} };
    },
  },
  {
    name: "request a new link",
    action: openReplaced.action,
    prepare: async () => {
      const { user } = await createUser();
      const { delivery } = await createDueLetter(user);
      const link = openingLink(delivery);
      await db.update(deliveries).set({ linkVersion: 1 }).where(eq(deliveries.id, delivery.id));
      return { path: `/open/${link}/replaced`, params: { link }, browser: await createBrowser(), fields: {} };
    },
    limit: 6,
  },
  {
    name: "share a memory without an account",
    action: openShare.action,
    prepare: async () => {
      const { path, ...others } = await readByCode((await createDelivered()).delivery);
      return { ...others, path: `${path}/share`, fields: { lastDay: `${new Date().getUTCFullYear() + 1}-06-14` } };
    },
    lines: ["lastDay"],
  },
  {
    name: "thank everyone without an account",
    action: openThanks.action,
    prepare: async () => {
      const { delivery } = await createOpenBoard(`${createId()}@example.net`);
      const { path, ...others } = await readByCode(delivery);
      return { ...others, path: `${path}/thanks`, fields: { text: "Thank you all!", formId: createId() } };
    },
    required: { text: "Please write a few words." },
    longest: { text: 3_000 },
    limit: 5,
  },
  {
    name: "remove a legacy contact",
    action: contactRemoval.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { id } = await createContact(user);
      return { path: `/settings/legacy-contacts/${id}/remove`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "say that the addresses are right",
    action: stillRight.action,
    prepare: async () => {
      const { user } = await createUser();
      await createLetter(user);
      const link = stillRightLink({ userId: user.id, email: user.email, askedAt: new Date() });
      return { path: `/still-right/${link}`, params: { link }, browser: await createBrowser(), fields: {} };
    },
  },
];
