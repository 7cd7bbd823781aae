import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { PASSWORD_TOO_SHORT } from "~/domain/account/account";
import { answerPasswordReset, requestSignInLink } from "~/domain/account/password-reset.server";
import { startCheckout } from "~/domain/billing/start-checkout.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { EMAIL_MISSING, NAME_MISSING, RELATIONSHIP_MISSING } from "~/domain/legacy/contact-messages";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import * as auth from "~/routes/auth";
import * as authCode from "~/routes/auth_.code";
import * as authLink from "~/routes/auth_.link";
import * as confirmPassword from "~/routes/confirm-password";
import * as contact from "~/routes/contact";
import * as create from "~/routes/create";
import * as devOrders from "~/routes/dev.checkout._index";
import * as devCheckout from "~/routes/dev.checkout.$id";
import * as gift from "~/routes/gift.$link";
import * as guestName from "~/routes/guest.$guest_.name";
import * as help from "~/routes/help";
import * as join from "~/routes/join.$code";
import * as legacyAddress from "~/routes/legacy.$link_.address";
import * as logout from "~/routes/logout";
import * as address from "~/routes/memories.$id_.address";
import * as cancel from "~/routes/memories.$id_.cancel";
import * as finish from "~/routes/memories.$id_.finish";
import * as invite from "~/routes/memories.$id_.invite";
import * as rehearsal from "~/routes/memories.$id_.rehearsal";
import * as seal from "~/routes/memories.$id_.seal";
import * as newsletter from "~/routes/newsletter";
import * as open from "~/routes/open.$link";
import * as sendCode from "~/routes/open.$link_.code";
import * as later from "~/routes/open.$link_.later";
import * as zoom from "~/routes/preferences.zoom";
import * as reach from "~/routes/reach.$link";
import * as settingsEmail from "~/routes/settings.email";
import * as settingsContacts from "~/routes/settings.legacy-contacts";
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
import * as verifyAddress from "~/routes/verify-address";
import * as resend from "~/routes/verify-address_.resend";
import { db } from "~/services/db.server";
import { gifts } from "~db/schema";
import { type Browser, createBrowser, visitorOf } from "./browser";
import { createBirthdayBoard, joinBoard } from "./guest";
import { createUndeliverable } from "./legacy";
import { createDraft, createDueLetter, createFailedLetter, createLetter, deliveriesOf } from "./letter";
import { mailedToken, mailPasswordReset, writtenTo } from "./outbox";
import type { answerOf, Fields } from "./request";
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
  limit?: number;
};

const INVALID_EMAIL = "Please enter a valid email address";
const NO_CONTENT = "Please add at least one photo, video, audio file, or write a message.";
const RULES = "Password must meet all requirements";
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

/** Forms that get bad input and are sent too often; most others have only tests of their own. */
export const forms: FormCase[] = [
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
    name: "enter the code after the password",
    action: authCode.action,
    prepare: async () => {
      const { user, totp } = await createUserWithApp();
      const { browser } = await passPassword(user.email);
      return { path: "/auth/code", browser, fields: { code: totp.generate() } };
    },
    required: { code: "Please enter the code" },
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
];
