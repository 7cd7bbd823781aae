import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { PASSWORD_TOO_SHORT } from "~/domain/account/account";
import { answerPasswordReset, requestSignInLink } from "~/domain/account/password-reset.server";
import { askRecipients } from "~/domain/address-health/confirmation.server";
import { startCheckout } from "~/domain/billing/start-checkout.server";
import { listPieces } from "~/domain/board/pieces.server";
import { changeSettings } from "~/domain/board/settings.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { EMAIL_MISSING, NAME_MISSING, RELATIONSHIP_MISSING } from "~/domain/legacy/contact-messages";
import { helpLink, legacyLink } from "~/domain/legacy/legacy-links.server";
import { sendHelperCode } from "~/domain/legacy-help/help.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { sessionCookie } from "~/http/cookies.server";
import * as auth from "~/routes/auth";
import * as authCode from "~/routes/auth_.code";
import * as authLink from "~/routes/auth_.link";
import * as confirmAddress from "~/routes/confirm-address.$link";
import * as confirmPassword from "~/routes/confirm-password";
import * as contact from "~/routes/contact";
import * as create from "~/routes/create";
import * as devOrders from "~/routes/dev.checkout._index";
import * as devCheckout from "~/routes/dev.checkout.$id";
import * as gift from "~/routes/gift.$link";
import * as guestPage from "~/routes/guest.$guest";
import * as guestAccount from "~/routes/guest.$guest_.account";
import * as guestAdd from "~/routes/guest.$guest_.add";
import * as guestName from "~/routes/guest.$guest_.name";
import * as guestPiece from "~/routes/guest.$guest_.pieces.$post";
import * as guestReport from "~/routes/guest.$guest_.report.$post";
import * as help from "~/routes/help";
import * as join from "~/routes/join.$code";
import * as legacy from "~/routes/legacy.$link";
import * as legacyAddress from "~/routes/legacy.$link_.address";
import * as legacyCode from "~/routes/legacy.$link_.code";
import * as contactInvitation from "~/routes/legacy-invitation.$link";
import * as logout from "~/routes/logout";
import * as address from "~/routes/memories.$id_.address";
import * as cancel from "~/routes/memories.$id_.cancel";
import * as card from "~/routes/memories.$id_.card";
import * as finish from "~/routes/memories.$id_.finish";
import * as invite from "~/routes/memories.$id_.invite";
import * as pieces from "~/routes/memories.$id_.pieces";
import * as rehearsal from "~/routes/memories.$id_.rehearsal";
import * as replies from "~/routes/memories.$id_.replies";
import * as closeReplies from "~/routes/memories.$id_.replies_.close";
import * as seal from "~/routes/memories.$id_.seal";
import * as share from "~/routes/memories.$id_.share";
import * as thanks from "~/routes/memories.$id_.thanks";
import * as newsletter from "~/routes/newsletter";
import * as open from "~/routes/open.$link";
import * as block from "~/routes/open.$link_.block";
import * as sendCode from "~/routes/open.$link_.code";
import * as decline from "~/routes/open.$link_.decline";
import * as later from "~/routes/open.$link_.later";
import * as openReplies from "~/routes/open.$link_.replies";
import * as zoom from "~/routes/preferences.zoom";
import * as reach from "~/routes/reach.$link";
import * as dataPrivacy from "~/routes/settings.data-privacy";
import * as deletion from "~/routes/settings.data-privacy_.delete";
import * as settingsEmail from "~/routes/settings.email";
import * as settingsContacts from "~/routes/settings.legacy-contacts";
import * as contactInvitedAgain from "~/routes/settings.legacy-contacts_.$id.invitation";
import * as contactPermissions from "~/routes/settings.legacy-contacts_.$id.permissions";
import * as settingsNotifications from "~/routes/settings.notifications";
import * as settingsPassword from "~/routes/settings.password";
import * as settingsPlan from "~/routes/settings.plan";
import * as settingsGift from "~/routes/settings.plan_.gift";
import * as giftCard from "~/routes/settings.plan_.gift_.$checkout";
import * as settingsPrivacy from "~/routes/settings.privacy";
import * as settingsProfile from "~/routes/settings.profile";
import * as settingsSessions from "~/routes/settings.sessions";
import * as settingsSignIn from "~/routes/settings.sign-in";
import * as settingsApp from "~/routes/settings.sign-in_.app";
import * as settingsPasskeysRemove from "~/routes/settings.sign-in_.passkeys_.remove";
import * as shortcuts from "~/routes/shortcuts";
import * as verifyAddress from "~/routes/verify-address";
import * as resend from "~/routes/verify-address_.resend";
import { db } from "~/services/db.server";
import { deliveries, gifts, memories } from "~db/schema";
import { createBoard } from "./board";
import { type Browser, createBrowser, visitorOf, withCookiesOf } from "./browser";
import { buttonForms } from "./button-forms";
import { addNote, createBirthdayBoard, guestPath, joinBoard, OPEN_BOARD } from "./guest";
import { createContact, createUndeliverable } from "./legacy";
import { createDraft, createDueLetter, createFailedLetter, createLetter, deliveriesOf } from "./letter";
import { mailedToken, mailPasswordReset, writtenTo } from "./outbox";
import { answerOf, type Fields, formRequest } from "./request";
import { createUserSettingUp, createUserWithApp, passPassword } from "./second-step";
import { buyGift } from "./shop";
import { createUser, PASSWORD } from "./user";

type Action = Parameters<typeof answerOf>[0];

/** A form that is ready to be posted. */
export type PreparedForm = { path: string; browser: Browser; fields: Fields; params?: Record<string, string> };

export type FormCase = {
  name: string;
  action: Action;
  prepare: () => Promise<PreparedForm>;
  /** The error message of a field that is missing or blank. */
  required?: Record<string, string>;
  /** The longest accepted text of a field. */
  longest?: Record<string, number>;
  /** Single-line fields, which refuse control characters. */
  lines?: string[];
  /** Fields that must not be in a reply. */
  secrets?: string[];
  isPrivate?: boolean;
  /** The status of the answer to valid input, if it is no redirect. */
  accepted?: number;
  limit?: number;
};

const INVALID_EMAIL = "Please enter a valid email address";
const NO_CONTENT = "Please add at least one photo, video, audio file, or write a message.";
const RULES = "Password must meet all requirements";
const NOTHING_WRITTEN = "Please write something, or add a photo, a video or a recording.";
const CODE = "Please enter the six digits of the code.";

const letterFields = () => ({
  title: `Letter ${createId()}`,
  recipientName: "Mia",
  recipientEmail: "mia@example.net",
  recipientPhone: "+49 30 1",
  secondEmail: "mia@example.com",
  backupName: "Ben",
  backupEmail: "ben@example.net",
  message: "Dear Mia,\r\n\r\nby now you can read this yourself.",
  deliveryDate: "2044-06-14",
  deliveryHour: "9",
  deliveryZone: "Europe/Berlin",
});

const letterRules = {
  required: {
    title: "Title is required",
    recipientEmail: "Please provide an email address for the recipient.",
    message: NO_CONTENT,
    deliveryDate: "Please select a delivery date",
  },
  longest: {
    title: 200,
    recipientName: 200,
    recipientEmail: 254,
    recipientPhone: 40,
    secondEmail: 254,
    backupName: 200,
    backupEmail: 254,
    message: 100_000,
  },
  lines: ["title", "recipientName", "recipientEmail", "recipientPhone", "secondEmail", "backupName", "backupEmail"],
};

async function prepareOpening(): Promise<PreparedForm & { address: string; code: () => Promise<string> }> {
  const { user } = await createUser();
  const { delivery } = await createDueLetter(user);
  const link = openingLink(delivery);
  const address = delivery.recipientEmail;
  const browser = await createBrowser();
  const code = async () => {
    await sendOpeningCode(delivery, await visitorOf(browser));
    return (await writtenTo(address, "opening_code")).at(-1)?.props.code ?? "";
  };
  return { path: `/open/${link}`, params: { link }, browser, fields: {}, address, code };
}

/** A letter that its recipient has opened in an account. */
async function prepareReading() {
  const [sender, recipient] = [await createUser(), await createUser()];
  const id = await createLetter(sender.user, { recipientEmail: recipient.user.email, deliveryDate: "2020-01-01" });
  await deliverVault(id);
  await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, id));
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("The vault was not delivered.");
  return { id, sender, recipient, delivery };
}

/** A guest's note on a board. */
async function preparePiece() {
  const board = await createBirthdayBoard();
  const guest = await joinBoard(board.code, "Tom");
  await addNote(guest, "You taught me to ride a bike.");
  const [piece] = await listPieces(board.id);
  return { board, guest, post: piece?.id ?? "" };
}

async function prepareHelper() {
  const { contact, id, helper } = await createUndeliverable();
  return { contact, helper, link: helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 }) };
}

/** Forms that get bad input and are sent too often; the others have only tests of their own. */
export const forms: FormCase[] = [
  ...buttonForms,
  {
    name: "log in",
    action: auth.action,
    prepare: async () => {
      const { user } = await createUser();
      const fields = { email: user.email, password: PASSWORD };
      return { path: "/auth?mode=login", browser: await createBrowser(), fields };
    },
    required: { email: INVALID_EMAIL, password: "Please enter your password" },
    longest: { email: 254, password: 200 },
    lines: ["email"],
    secrets: ["password"],
    limit: 5,
  },
  {
    name: "change the password",
    action: settingsPassword.action,
    prepare: async () => {
      const { browser } = await createUser();
      const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
      return { path: "/settings/password", browser, fields };
    },
    required: { password: PASSWORD_TOO_SHORT.description },
    longest: { password: 200 },
    secrets: ["password", "confirmPassword"],
    isPrivate: true,
  },
  {
    name: "change the profile",
    action: settingsProfile.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const fields = { fullName: "Ada", email: user.email, phone: "+49 30 1", timeZone: "Europe/Berlin" };
      return { path: "/settings/profile", browser, fields };
    },
    required: {
      fullName: "Please enter your full name",
      email: INVALID_EMAIL,
      timeZone: "Please choose your time zone",
    },
    longest: { fullName: 200, email: 254, phone: 40 },
    lines: ["fullName", "email", "phone"],
    isPrivate: true,
  },
  {
    name: "ask for a new email",
    action: settingsEmail.action,
    prepare: async () => {
      const { browser } = await createUser();
      const email = `${createId()}@example.org`;
      return { path: `/settings/email?to=${encodeURIComponent(email)}`, browser, fields: { email } };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
    isPrivate: true,
  },
  {
    name: "change the privacy settings",
    action: settingsPrivacy.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/privacy", browser, fields: { profileVisibility: "public", showActivity: "on" } };
    },
    required: { profileVisibility: "Please choose who can see your profile." },
    isPrivate: true,
  },
  {
    name: "log out a device",
    action: settingsSessions.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/sessions", browser, fields: { session: createId() } };
    },
    required: { session: "Please choose a device." },
    isPrivate: true,
  },
  {
    name: "enter the password again",
    action: confirmPassword.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/confirm-password", browser, fields: { password: PASSWORD } };
    },
    required: { password: "Please enter your password" },
    longest: { password: 200 },
    secrets: ["password"],
    isPrivate: true,
    limit: 5,
  },
  {
    name: "sign up",
    action: auth.action,
    prepare: async () => ({
      path: "/auth?mode=signup",
      browser: await createBrowser(),
      fields: {
        fullName: "Ada Example",
        email: `${createId()}@example.org`,
        phone: "+49 30 1",
        password: PASSWORD,
        confirmPassword: PASSWORD,
        timeZone: "Europe/Berlin",
      },
    }),
    required: {
      fullName: "Please enter your full name",
      email: INVALID_EMAIL,
      password: RULES,
      confirmPassword: "Passwords do not match",
    },
    longest: { fullName: 200, email: 254, phone: 40, password: 200, timeZone: 64 },
    lines: ["fullName", "email", "phone", "timeZone"],
    secrets: ["password", "confirmPassword"],
    limit: 20,
  },
  {
    name: "ask for a new password",
    action: auth.action,
    prepare: async () => {
      const { user } = await createUser();
      return { path: "/auth?mode=reset", browser: await createBrowser(), fields: { email: user.email } };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
    limit: 6,
  },
  {
    name: "ask for a login link",
    action: auth.action,
    prepare: async () => {
      const { user } = await createUser();
      return { path: "/auth?mode=link", browser: await createBrowser(), fields: { email: user.email } };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
    limit: 6,
  },
  {
    name: "follow a login link",
    action: authLink.action,
    prepare: async () => {
      const { user } = await createUser();
      await answerPasswordReset(await requestSignInLink(user.email));
      const token = await mailedToken(user.email, "sign_in_link");
      return { path: `/auth/link?token=${token}`, browser: await createBrowser(), fields: {} };
    },
  },
  {
    name: "choose login links",
    action: settingsSignIn.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/sign-in", browser, fields: { links: "off" } };
    },
    required: { links: "Please choose whether you want login links." },
    isPrivate: true,
  },
  {
    name: "add an authenticator app",
    action: settingsApp.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/sign-in/app", browser, fields: { intent: "start" } };
    },
    required: { intent: "Please choose what to do." },
    isPrivate: true,
  },
  {
    name: "remove a passkey",
    action: settingsPasskeysRemove.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/sign-in/passkeys/remove", browser, fields: { passkey: createId() } };
    },
    required: { passkey: "Please choose a passkey." },
  },
  {
    name: "choose a plan",
    action: settingsPlan.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/plan", browser, fields: { planId: "plus", discountCode: "HALF" } };
    },
    required: { planId: "Please choose a plan." },
    longest: { discountCode: 60 },
    lines: ["discountCode"],
    isPrivate: true,
    limit: 30,
  },
  {
    name: "give a plan",
    action: settingsGift.action,
    prepare: async () => {
      const { browser } = await createUser();
      const gift = { recipientName: "Mia", recipientEmail: `${createId()}@example.org`, note: "Write to Leo." };
      return { path: "/settings/plan/gift", browser, fields: { planId: "plus", discountCode: "HALF", ...gift } };
    },
    required: {
      planId: "Please choose a plan.",
      recipientName: "Please enter their name",
      recipientEmail: INVALID_EMAIL,
    },
    longest: { recipientName: 200, recipientEmail: 254, note: 500, discountCode: 60 },
    lines: ["recipientName", "recipientEmail", "discountCode"],
    isPrivate: true,
    limit: 30,
  },
  {
    name: "give another address for a gift",
    action: giftCard.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { checkoutId } = await buyGift(user);
      await db.update(gifts).set({ mailState: "lost" }).where(eq(gifts.checkoutId, checkoutId));
      const fields = { recipientEmail: `${createId()}@example.org` };
      return { path: `/settings/plan/gift/${checkoutId}`, params: { checkout: checkoutId }, browser, fields };
    },
    required: { recipientEmail: INVALID_EMAIL },
    longest: { recipientEmail: 254 },
    lines: ["recipientEmail"],
    isPrivate: true,
  },
  {
    name: "claim a gift",
    action: gift.action,
    prepare: async () => {
      const [giver, { browser }] = [await createUser(), await createUser()];
      const { link } = await buyGift(giver.user);
      return { path: `/gift/${link}`, params: { link }, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "pay at the embedded checkout",
    action: devCheckout.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const started = await startCheckout(user, { planId: "plus" });
      const id = (started.ok && started.url.split("/").at(-1)) || "";
      return { path: `/dev/checkout/${id}`, params: { id }, browser, fields: { payment: "lose" } };
    },
    required: { payment: "Please choose how to pay." },
  },
  {
    name: "refund at the embedded shop",
    action: devOrders.action,
    prepare: async () => ({
      path: "/dev/checkout",
      browser: await createBrowser(),
      fields: { orderId: "1", intent: "refund" },
    }),
    required: { orderId: "Please choose an order.", intent: "Please choose what to do." },
  },
  {
    name: "set a new password",
    action: auth.action,
    prepare: async () => {
      const { user } = await createUser();
      await mailPasswordReset(user.email);
      const token = await mailedToken(user.email, "password_reset");
      const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
      return { path: `/auth?mode=reset&token=${token}`, browser: await createBrowser(), fields };
    },
    required: { password: RULES, confirmPassword: "Passwords do not match" },
    longest: { password: 200 },
    secrets: ["password", "confirmPassword"],
  },
  {
    name: "log out",
    action: logout.action,
    prepare: async () => ({ path: "/logout", browser: (await createUser()).browser, fields: {} }),
  },
  {
    name: "verify an address",
    action: verifyAddress.action,
    prepare: async () => {
      const { user, browser } = await createUser({ verified: false });
      const token = await mailedToken(user.email, "verify_address");
      return { path: `/verify-address?token=${token}`, browser, fields: {} };
    },
  },
  {
    name: "ask for the verification mail again",
    action: resend.action,
    prepare: async () => {
      const { browser } = await createUser({ verified: false });
      return { path: "/verify-address/resend", browser, fields: {} };
    },
    isPrivate: true,
    limit: 6,
  },
  {
    name: "allow zooming",
    action: zoom.action,
    prepare: async () => ({
      path: "/preferences/zoom",
      browser: await createBrowser(),
      fields: { zoom: "allowed", returnTo: "/dashboard" },
    }),
  },
  {
    name: "ask the help chat",
    action: help.action,
    prepare: async () => ({ path: "/help", browser: await createBrowser(), fields: { question: "What is a seal?" } }),
    required: { question: "Please type your question." },
    longest: { question: 1_000 },
    limit: 60,
  },
  {
    name: "subscribe to the newsletter",
    action: newsletter.action,
    prepare: async () => ({
      path: "/newsletter",
      browser: await createBrowser(),
      fields: { email: `${createId()}@example.org`, returnTo: "/?home" },
    }),
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
    limit: 6,
  },
  {
    name: "write to the operator",
    action: contact.action,
    prepare: async () => ({
      path: "/contact",
      browser: await createBrowser(),
      fields: { name: "Ada", email: "ada@example.org", message: "The code never came." },
    }),
    required: { message: "Please write something." },
    longest: { name: 200, email: 254, message: 5_000 },
    lines: ["name", "email"],
    limit: 10,
  },
  {
    name: "write a letter",
    action: create.action,
    prepare: async () => {
      const { browser } = await createUser();
      const fields = { ...letterFields(), formId: createId() };
      return { path: "/create?type=send-to-someone&step=form", browser, fields };
    },
    ...letterRules,
  },
  {
    name: "write a letter without an account",
    action: create.action,
    prepare: async () => {
      const fields = { ...letterFields(), formId: createId() };
      return { path: "/create?type=send-to-someone&step=form", browser: await createBrowser(), fields };
    },
    ...letterRules,
  },
  {
    name: "change a letter",
    action: create.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      return { path: `/create?edit=true&id=${id}`, browser, fields: letterFields() };
    },
    ...letterRules,
    isPrivate: true,
  },
  ...Object.entries({ seal, cancel }).map(([verb, { action }]) => ({
    name: `${verb} a vault`,
    action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      return { path: `/memories/${id}/${verb}`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
  })),
  {
    name: "send the rehearsal mail",
    action: rehearsal.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      return { path: `/memories/${id}/rehearsal`, params: { id }, browser, fields: { formId: createId() } };
    },
    isPrivate: true,
    limit: 6,
  },
  {
    name: "correct an email",
    action: address.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { id, delivery } = await createFailedLetter(user);
      const fields = { email: `${createId()}@example.net`, deliveryId: delivery.id };
      return { path: `/memories/${id}/address`, params: { id }, browser, fields };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
    isPrivate: true,
  },
  {
    name: "change the backup contact",
    action: address.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      const { recipientEmail: email, secondEmail, backupName, backupEmail } = letterFields();
      const fields = { email, secondEmail, backupName, backupEmail };
      return { path: `/memories/${id}/address`, params: { id }, browser, fields };
    },
    required: { email: INVALID_EMAIL, backupEmail: "Please provide an email address for the backup contact." },
    longest: { email: 254, secondEmail: 254, backupName: 200, backupEmail: 254 },
    lines: ["email", "secondEmail", "backupName", "backupEmail"],
    isPrivate: true,
  },
  {
    name: "help to reach a recipient",
    action: reach.action,
    prepare: async () => {
      const { user } = await createUser();
      const backupEmail = `${createId()}@example.net`;
      await createFailedLetter(user, { backupEmail });
      const url = (await writtenTo(backupEmail, "backup_request"))[0]?.props.url ?? "";
      const link = url.split("/reach/")[1] ?? "";
      const fields = { email: `${createId()}@example.net` };
      return { path: `/reach/${link}`, params: { link }, browser: await createBrowser(), fields };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
  },
  {
    name: "finish a draft",
    action: finish.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { title, recipientEmail, message, deliveryDate } = letterFields();
      const id = await createDraft(user, { title, recipientEmail, message, deliveryDate });
      return { path: `/memories/${id}/finish`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
  },
  {
    name: "request a code",
    action: sendCode.action,
    prepare: async () => {
      const { path, ...others } = await prepareOpening();
      return { ...others, path: `${path}/code` };
    },
    limit: 6,
  },
  {
    name: "open with a code",
    action: open.action,
    prepare: async () => {
      const opening = await prepareOpening();
      return { ...opening, fields: { code: await opening.code() } };
    },
    required: { code: CODE },
    longest: { code: 6 },
    secrets: ["code"],
    limit: 20,
  },
  {
    name: "put a letter off",
    action: later.action,
    prepare: async () => {
      const { user } = await createUser();
      const id = await createLetter(user, { deliveryDate: "2020-01-01" });
      await deliverVault(id);
      const [delivery] = await deliveriesOf(id);
      const link = delivery ? openingLink(delivery) : "";
      const fields = { date: `${new Date().getUTCFullYear() + 1}-06-14` };
      return { path: `/open/${link}/later`, params: { link }, browser: await createBrowser(), fields };
    },
    required: { date: "Please choose a day." },
    lines: ["date"],
  },
  {
    name: "join a board",
    action: join.action,
    prepare: async () => {
      const { code } = await createBirthdayBoard();
      const fields = { name: "Tom", formId: createId() };
      return { path: `/join/${code}`, params: { code }, browser: await createBrowser(), fields };
    },
    required: { name: "Please tell us your name." },
    longest: { name: 200 },
    lines: ["name"],
  },
  {
    name: "change a guest’s name",
    action: guestName.action,
    prepare: async () => {
      const { code } = await createBirthdayBoard();
      const { id, browser } = await joinBoard(code, "Tom");
      return { path: `/guest/${id}/name`, params: { guest: id }, browser, fields: { name: "Tomas" } };
    },
    required: { name: "Please tell us your name." },
    longest: { name: 200 },
    lines: ["name"],
  },
  {
    name: "choose a legacy contact",
    action: settingsContacts.action,
    prepare: async () => {
      const { browser } = await createUser();
      const fields = { name: "Eva", email: `${createId()}@example.com`, relationship: "friend", viewContent: "on" };
      return { path: "/settings/legacy-contacts", browser, fields };
    },
    required: { name: NAME_MISSING, email: EMAIL_MISSING, relationship: RELATIONSHIP_MISSING },
    longest: { name: 200, email: 254 },
    lines: ["name", "email"],
    isPrivate: true,
    limit: 6,
  },
  {
    name: "help as a legacy contact",
    action: legacyAddress.action,
    prepare: async () => {
      const { contact, id, delivery } = await createUndeliverable();
      const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
      const { browser } = await createUser({ email: contact.email });
      const fields = { email: `${createId()}@example.net`, deliveryId: delivery.id };
      return { path: `/legacy/${link}/address`, params: { link }, browser, fields };
    },
    required: { email: INVALID_EMAIL },
    longest: { email: 254 },
    lines: ["email"],
  },
  {
    name: "choose emails",
    action: settingsNotifications.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/notifications", browser, fields: { vaultDelivery: "on", weeklyDigest: "on" } };
    },
    isPrivate: true,
  },
  {
    name: "ask a host to help",
    action: invite.action,
    prepare: async () => {
      const { id, browser } = await createBirthdayBoard();
      const fields = { intent: "add-host", hostName: "Otto", hostEmail: `${createId()}@example.net` };
      return { path: `/memories/${id}/invite`, params: { id }, browser, fields };
    },
    required: {
      intent: "Please choose what to do.",
      hostName: "Please enter their name.",
      hostEmail: INVALID_EMAIL,
    },
    longest: { hostName: 200, hostEmail: 254 },
    lines: ["hostName", "hostEmail"],
    isPrivate: true,
    limit: 6,
  },
  {
    name: "change the settings of a board",
    action: invite.action,
    prepare: async () => {
      const { id, browser } = await createBirthdayBoard();
      const fields = { intent: "settings", welcome: "Add a photo of him.", closesOn: "2031-06-01", isOpen: "on" };
      return { path: `/memories/${id}/invite`, params: { id }, browser, fields };
    },
    longest: { welcome: 500 },
    isPrivate: true,
  },
  {
    name: "enter the code after the password",
    action: authCode.action,
    prepare: async () => {
      const { user, totp } = await createUserWithApp();
      const { browser } = await passPassword(user.email);
      return { path: "/auth/code", browser, fields: { code: totp.generate() } };
    },
    required: { code: "Please enter the code" },
    longest: { code: 40 },
    secrets: ["code"],
  },
  {
    name: "confirm an authenticator app",
    action: settingsApp.action,
    prepare: async () => {
      const { browser, totp } = await createUserSettingUp();
      return { path: "/settings/sign-in/app", browser, fields: { intent: "confirm", code: totp.generate() } };
    },
    required: { code: CODE },
    longest: { code: 6 },
    secrets: ["code"],
    isPrivate: true,
    limit: 20,
  },
  {
    name: "reply to a letter",
    action: replies.action,
    prepare: async () => {
      const { id, recipient } = await prepareReading();
      const fields = { text: "Thank you!", formId: createId() };
      return { path: `/memories/${id}/replies`, params: { id }, browser: recipient.browser, fields };
    },
    required: { text: NOTHING_WRITTEN },
    longest: { text: 10_000 },
    limit: 30,
  },
  {
    name: "reply to a letter without an account",
    action: openReplies.action,
    prepare: async () => {
      const { delivery } = await prepareReading();
      const [params, browser] = [{ link: openingLink(delivery) }, await createBrowser()];
      await sendOpeningCode(delivery, await visitorOf(browser));
      const code = (await writtenTo(delivery.recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
      const path = `/open/${params.link}`;
      const opened = await answerOf(open.action, formRequest(path, { code }, browser), browser, params);
      const fields = { text: "Thank you!", formId: createId() };
      return { path: `${path}/replies`, params, browser: await withCookiesOf(browser, opened), fields };
    },
    required: { text: NOTHING_WRITTEN },
    longest: { text: 10_000 },
    limit: 30,
  },
  {
    name: "close a conversation",
    action: closeReplies.action,
    prepare: async () => {
      const { id, sender, delivery } = await prepareReading();
      const path = `/memories/${id}/replies/close?with=${delivery.id}`;
      return { path, params: { id }, browser: sender.browser, fields: { closed: "yes" } };
    },
    required: { closed: "Please choose again." },
    isPrivate: true,
  },
  {
    name: "thank everyone on a board",
    action: thanks.action,
    prepare: async () => {
      const eva = await createUser();
      const boardRecipients = [{ name: "Eva", email: eva.user.email }];
      const { id } = await createBoard({ deliveryDate: "2020-01-01", boardRecipients });
      await deliverVault(id);
      await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, id));
      const fields = { text: "Thank you all!", formId: createId() };
      return { path: `/memories/${id}/thanks`, params: { id }, browser: eva.browser, fields };
    },
    required: { text: "Please write a few words." },
    longest: { text: 3_000 },
    isPrivate: true,
    limit: 5,
  },
  {
    name: "share a memory",
    action: share.action,
    prepare: async () => {
      const { id, recipient } = await prepareReading();
      await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
      const fields = { lastDay: `${new Date().getUTCFullYear() + 1}-06-14` };
      return { path: `/memories/${id}/share`, params: { id }, browser: recipient.browser, fields };
    },
    lines: ["lastDay"],
    isPrivate: true,
  },
  {
    name: "add a note to a board",
    action: guestAdd.action,
    prepare: async () => {
      const { id, browser } = await joinBoard((await createBirthdayBoard()).code, "Tom");
      const fields = { text: "You taught me to ride a bike.", formId: createId() };
      return { path: guestPath(id, "add"), params: { guest: id }, browser, fields };
    },
    required: { text: NOTHING_WRITTEN },
    longest: { text: 3_000 },
    limit: 60,
  },
  {
    name: "change a note on a board",
    action: guestPiece.action,
    prepare: async () => {
      const { guest, post } = await preparePiece();
      const fields = { text: "You taught me to swim." };
      const path = guestPath(guest.id, `pieces/${post}`);
      return { path, params: { guest: guest.id, post }, browser: guest.browser, fields };
    },
    required: { text: NOTHING_WRITTEN },
    longest: { text: 3_000 },
  },
  {
    name: "report a piece",
    action: guestReport.action,
    prepare: async () => {
      const { board, post } = await preparePiece();
      await changeSettings(board.user, board.id, OPEN_BOARD);
      const { id, browser } = await joinBoard(board.code, "Eva");
      return { path: guestPath(id, `report/${post}`), params: { guest: id, post }, browser, fields: {} };
    },
    limit: 60,
  },
  {
    name: "decide about a piece",
    action: pieces.action,
    prepare: async () => {
      const { board, post } = await preparePiece();
      const fields = { intent: "hide", post, version: "1" };
      return { path: `/memories/${board.id}/pieces`, params: { id: board.id }, browser: board.browser, fields };
    },
    required: { intent: "Please choose what to do.", post: "Please choose a piece." },
    isPrivate: true,
  },
  {
    name: "give an email as a guest",
    action: guestPage.action,
    prepare: async () => {
      const { id, browser } = await joinBoard((await createBirthdayBoard()).code, "Tom");
      const fields = { email: `${createId()}@example.org` };
      return { path: guestPath(id), params: { guest: id }, browser, fields };
    },
    longest: { email: 254 },
    lines: ["email"],
    limit: 6,
  },
  {
    name: "keep a guest’s pieces in an account",
    action: guestAccount.action,
    prepare: async () => {
      const { id, browser } = await joinBoard((await createBirthdayBoard()).code, "Tom");
      const { user, sessionToken } = await createUser();
      const headers = { "Set-Cookie": await sessionCookie.serialize(sessionToken) };
      const both = await withCookiesOf(browser, new Response(null, { headers }));
      return { path: guestPath(id, "account"), params: { guest: id }, browser: both, fields: { account: user.id } };
    },
  },
  {
    name: "answer as a legacy contact",
    action: contactInvitation.action,
    prepare: async () => {
      const { user } = await createUser();
      const { id } = await createContact(user, { answer: "none" });
      const link = legacyLink("invitation", id);
      const browser = await createBrowser();
      return { path: `/legacy-invitation/${link}`, params: { link }, browser, fields: { answer: "accept" } };
    },
    required: { answer: "Please accept or decline." },
  },
  {
    name: "change what a legacy contact may do",
    action: contactPermissions.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { id } = await createContact(user);
      const fields = { updateEmail: "on", viewContent: "on", receiveDuplicate: "on" };
      return { path: `/settings/legacy-contacts/${id}/permissions`, params: { id }, browser, fields };
    },
    isPrivate: true,
  },
  {
    name: "invite a legacy contact again",
    action: contactInvitedAgain.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const { id } = await createContact(user, { answer: "none" });
      return { path: `/settings/legacy-contacts/${id}/invitation`, params: { id }, browser, fields: {} };
    },
    isPrivate: true,
    limit: 6,
  },
  {
    name: "enter a legacy contact’s code",
    action: legacy.action,
    prepare: async () => {
      const { link, helper, contact } = await prepareHelper();
      const browser = await createBrowser();
      await sendHelperCode(helper, await visitorOf(browser));
      const code = (await writtenTo(contact.email, "opening_code")).at(-1)?.props.code ?? "";
      return { path: `/legacy/${link}`, params: { link }, browser, fields: { code } };
    },
    required: { code: CODE },
    longest: { code: 6 },
    secrets: ["code"],
    limit: 20,
  },
  {
    name: "request a legacy contact’s code",
    action: legacyCode.action,
    prepare: async () => {
      const { link } = await prepareHelper();
      return { path: `/legacy/${link}/code`, params: { link }, browser: await createBrowser(), fields: {} };
    },
    limit: 6,
  },
  {
    name: "make a claim card",
    action: card.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      const id = await createLetter(user);
      return { path: `/memories/${id}/card`, params: { id }, browser, fields: { showsDay: "on" } };
    },
    isPrivate: true,
  },
  ...Object.entries({ block, decline }).map(([intent, { action }]) => ({
    name: `${intent} as a recipient`,
    action,
    prepare: async () => {
      const { path, params, browser } = await prepareOpening();
      return { path: `${path}/${intent}`, ...(params && { params }), browser, fields: { intent } };
    },
    required: { intent: "Please choose again." },
    limit: 60,
  })),
  {
    name: "confirm one’s address",
    action: confirmAddress.action,
    prepare: async () => {
      const { user } = await createUser();
      const recipientEmail = `${createId()}@example.net`;
      await askRecipients(user, await createLetter(user, { recipientEmail }));
      const [question] = await writtenTo(recipientEmail, "recipient_confirmation");
      const link = question?.props.url.split("/confirm-address/")[1] ?? "";
      const browser = await createBrowser();
      return { path: `/confirm-address/${link}`, params: { link }, browser, fields: { answer: "confirmed" } };
    },
    required: { answer: "Please choose an answer." },
  },
  {
    name: "turn shortcuts off",
    action: shortcuts.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/shortcuts", browser, fields: { shortcuts: "off" } };
    },
    required: { shortcuts: "Please choose again." },
    isPrivate: true,
  },
  {
    name: "prepare an export",
    action: dataPrivacy.action,
    prepare: async () => {
      const { browser } = await createUser();
      return { path: "/settings/data-privacy", browser, fields: {} };
    },
    isPrivate: true,
    limit: 6,
  },
  {
    name: "delete an account",
    action: deletion.action,
    prepare: async () => {
      const { user, browser } = await createUser();
      await createLetter(user);
      return { path: "/settings/data-privacy/delete", browser, fields: { waitingVaults: "deliver" } };
    },
    required: { waitingVaults: "Please choose what should happen to your waiting memories." },
  },
];
