import type { Page } from "playwright/test";
import { letterFields, today } from "./accounts.ts";
import type { AnyPage } from "./any-page.ts";
import { reachRecovery, reachSecondStep, showRecoveryCodes } from "./authenticator.ts";
import { query } from "./db.ts";
import type { SampleData } from "./sample-data.ts";

/** For axe, the size limits and the screenshots. */
export type State = {
  name: string;
  /** The account that is signed in, if any. */
  as?:
    | "demo"
    | "newcomer"
    | "unverified"
    | "full"
    | "nearlyFull"
    | "stuck"
    | "keeper"
    | "unreadable"
    | "reader"
    | "helper"
    | "buyer"
    | "writer"
    | "party"
    | "partyHost"
    | "partyRecipient";
  path: (sample: SampleData) => string;
  /** Brings the page into its state. */
  arrange?: (page: AnyPage) => Promise<void>;
  /** Needs more of Playwright than other engines have. */
  arrangeInChromium?: (page: Page) => Promise<void>;
  /** The page has no script. */
  isStatic?: true;
  /** The page has no script but one small one, as public pages, plain forms and readers' pages with photos do. */
  isPlain?: true;
  /** The page returns a server error on purpose. */
  isFault?: true;
};

const submit = (name: string) => async (page: AnyPage) => {
  await page.getByRole("main").getByRole("button", { name }).click();
  await page.getByRole("main").locator(".field-error, [role=alert]").first().waitFor();
};
/** With script, there is no button. */
async function submitHalfACode(page: AnyPage): Promise<void> {
  const field = page.getByLabel(/^The six digits/);
  await field.fill("123");
  await field.press("Enter");
  await page.locator(".field-error").first().waitFor();
}
/** Posts a form with a stale CSRF token to a path that has no page of its own. */
const sendStale = (name: string) => async (page: AnyPage) => {
  for (const token of await page.locator("[name=csrf]").all()) {
    // Hydrating the page afterwards restores the field.
    await token.evaluate((field) => {
      field.value = "from another day";
      field.form?.addEventListener("formdata", ({ formData }) => formData.set("csrf", "from another day"));
    });
  }
  await page.getByRole("button", { name }).first().click();
  await page.getByRole("heading", { name: "That didn’t work" }).waitFor();
};
const at = (path: string) => () => path;
const FORM = "/create?type=send-to-someone&step=form";

export const STATES: State[] = [
  { name: "home", path: at("/"), isPlain: true },
  { name: "home-signed-in", as: "demo", path: at("/?home"), isPlain: true },
  { name: "how-it-works", path: at("/how-it-works"), isPlain: true },
  { name: "how-it-works-chosen", path: at("/how-it-works"), arrange: choosePicture, isPlain: true },
  { name: "about", path: at("/about"), isPlain: true },
  { name: "faq", path: at("/faq"), isPlain: true },
  { name: "faq-open", path: at("/faq"), arrange: openQuestions, isPlain: true },
  { name: "terms", path: at("/terms"), isPlain: true },
  { name: "privacy", path: at("/privacy"), isPlain: true },
  { name: "log-in", path: at("/auth?mode=login") },
  { name: "log-in-refused", path: at("/auth?mode=login"), arrange: submit("Log in") },
  { name: "log-in-wrong", path: at("/auth?mode=login"), arrange: wrongPassword },
  { name: "sign-up", path: at("/auth?mode=signup") },
  { name: "sign-up-refused", path: at("/auth?mode=signup"), arrange: submit("Sign up") },
  { name: "reset", path: at("/auth?mode=reset") },
  { name: "reset-refused", path: at("/auth?mode=reset"), arrange: submit("Send reset link") },
  { name: "log-in-link", path: at("/auth?mode=link") },
  { name: "log-in-link-refused", path: at("/auth?mode=link"), arrange: submit("Email me a link") },
  { name: "log-in-link-over", path: at("/auth/link?token=x"), isStatic: true },
  { name: "second-step", path: at("/auth?mode=login"), arrange: reachSecondStep },
  { name: "second-step-recovery", path: at("/auth?mode=login"), arrange: reachRecovery },
  { name: "new-password", path: ({ newPassword }) => newPassword },
  { name: "new-password-refused", path: ({ newPassword }) => newPassword, arrange: submit("Set new password") },
  { name: "new-password-over", path: at("/auth?mode=reset&token=x") },
  { name: "confirm-password", as: "demo", path: at("/confirm-password") },
  { name: "confirm-password-refused", as: "demo", path: at("/confirm-password"), arrange: submit("Continue") },
  { name: "verify-address", as: "unverified", path: ({ verification }) => verification },
  { name: "verify-address-over", as: "newcomer", path: at("/verify-address?token=x") },
  { name: "dashboard-empty-unverified", as: "newcomer", path: at("/dashboard") },
  { name: "dashboard", as: "demo", path: at("/dashboard") },
  { name: "dashboard-delivered", as: "demo", path: at("/dashboard?tab=delivered") },
  { name: "dashboard-limit", as: "full", path: at("/dashboard") },
  { name: "dashboard-many", as: "keeper", path: at("/dashboard") },
  { name: "sent", as: "writer", path: at(FORM), arrange: schedule },
  { name: "sent-now", as: "writer", path: at(FORM), arrange: scheduleForNow },
  { name: "sent-board", as: "writer", path: at("/create?type=memory-board&step=form"), arrange: scheduleBoard },
  { name: "dashboard-fault", as: "unreadable", path: at("/dashboard"), isFault: true },
  { name: "create", as: "demo", path: at(FORM) },
  { name: "create-refused", as: "demo", path: at(FORM), arrange: submit("Schedule Memory") },
  { name: "create-board-guests", as: "demo", path: at("/create?type=memory-board&step=form"), arrange: showChoices },
  { name: "create-board", as: "demo", path: at("/create?type=memory-board&step=form") },
  { name: "edit-board", as: "keeper", path: ({ invited }) => `/create?edit=true&id=${invited.board}` },
  { name: "create-guest", path: at(FORM) },
  { name: "create-guest-type", path: at("/create"), isPlain: true },
  { name: "create-guest-draft", path: at("/create?type=future-self&step=form"), arrange: saveAsGuest },
  { name: "create-forget", path: at("/create?type=future-self&step=form"), arrange: discardAsGuest },
  { name: "create-rehearsal", path: at(FORM), arrange: rehearseAsGuest },
  { name: "create-account", path: at(FORM), arrange: submitAsGuest },
  { name: "create-date", as: "demo", path: at(FORM), arrange: chooseDate },
  { name: "create-limit", as: "full", path: at("/create/limit") },
  { name: "discard", as: "keeper", path: ({ draft }) => `/memories/${draft}/discard` },
  { name: "late-changes", as: "keeper", path: ({ late }) => `/memories/${late}/changes`, isStatic: true },
  { name: "details-late-changes", as: "keeper", path: ({ late }) => `/memories/${late}` },
  { name: "edit", as: "demo", path: ({ vaults }) => `/create?edit=true&id=${vaults.scheduled}` },
  { name: "edit-changed", as: "nearlyFull", path: at("/dashboard"), arrange: changeLetter },
  { name: "details-scheduled", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}` },
  { name: "details-sealed", as: "demo", path: ({ vaults }) => `/memories/${vaults.sealed}` },
  { name: "details-delivered", as: "demo", path: ({ vaults }) => `/memories/${vaults.delivered}` },
  { name: "details-held", as: "demo", path: ({ vaults }) => `/memories/${vaults.held}` },
  { name: "timeline", as: "demo", path: at("/timeline") },
  { name: "timeline-nothing-found", as: "demo", path: at("/timeline?search=nothing-like-it") },
  { name: "timeline-empty", as: "newcomer", path: at("/timeline") },
  { name: "activity", as: "demo", path: at("/activity") },
  { name: "activity-signed-out", path: at("/activity") },
  { name: "activity-empty", as: "newcomer", path: at("/activity") },
  { name: "activity-replies", as: "demo", path: at("/activity?tab=replies") },
  { name: "replies", as: "demo", path: ({ replied }) => `/memories/${replied}/replies` },
  {
    name: "replies-refused",
    as: "demo",
    path: ({ replied }) => `/memories/${replied}/replies`,
    arrange: submit("Send reply"),
  },
  { name: "replies-none", as: "demo", path: ({ vaults }) => `/memories/${vaults.held}/replies` },
  { name: "share", as: "demo", path: ({ replied }) => `/memories/${replied}/share` },
  { name: "share-link", path: ({ shared }) => shared },
  { name: "details-board", as: "keeper", path: ({ invited }) => `/memories/${invited.board}` },
  { name: "invite", as: "keeper", path: ({ invited }) => `/memories/${invited.board}/invite` },
  {
    name: "invite-remove",
    as: "keeper",
    path: ({ invited }) => `/memories/${invited.board}/guests/${invited.guest}`,
  },
  {
    name: "invite-empty-guests",
    as: "keeper",
    path: ({ invited }) => `/memories/${invited.board}/invite`,
    arrange: showEmptyGuests,
  },
  { name: "join", path: ({ invited }) => invited.link, isPlain: true },
  { name: "join-refused", path: ({ invited }) => invited.link, arrange: submit("Add your piece"), isPlain: true },
  { name: "join-joined", path: ({ invited }) => invited.link, arrange: joinBoard, isPlain: true },
  { name: "join-opened", path: ({ openedInvite }) => openedInvite, isPlain: true },
  { name: "guest", as: "party", path: ({ invited }) => invited.page, isPlain: true },
  { name: "guest-add", as: "party", path: ({ invited }) => `${invited.page}/add` },
  { name: "guest-add-voice", as: "party", path: ({ invited }) => `${invited.page}/add?as=voice` },
  {
    name: "guest-add-refused",
    as: "party",
    path: ({ invited }) => `${invited.page}/add?as=story`,
    arrange: submit("Put it on the board"),
  },
  {
    name: "guest-piece",
    as: "party",
    path: ({ invited }) => `${invited.page}/pieces/${invited.piece}`,
    isPlain: true,
  },
  { name: "guest-removed", as: "party", path: ({ invited }) => invited.removed },
  { name: "guest-name", as: "party", path: ({ invited }) => `${invited.page}/name`, isPlain: true },
  { name: "guest-leave", as: "party", path: ({ invited }) => `${invited.page}/leave`, isStatic: true },
  { name: "guest-wall", as: "party", path: ({ invited }) => `${invited.page}/wall` },
  {
    name: "guest-report",
    as: "party",
    path: ({ invited }) => `${invited.page}/report/${invited.piece}`,
    isStatic: true,
  },
  { name: "boards-none", as: "demo", path: at("/boards") },
  { name: "board-pieces", as: "keeper", path: ({ invited }) => `/memories/${invited.board}/pieces` },
  { name: "board-wall", as: "keeper", path: ({ invited }) => `/memories/${invited.board}/wall` },
  { name: "board-show", as: "keeper", path: ({ invited }) => `/memories/${invited.board}/wall?show=2&still` },
  {
    name: "board-revealed",
    as: "partyRecipient",
    path: ({ revealed }) => `/memories/${revealed.board}`,
    isPlain: true,
  },
  {
    name: "board-by-author",
    as: "partyRecipient",
    path: ({ revealed }) => `/memories/${revealed.board}?by=author`,
    isPlain: true,
  },
  {
    name: "board-by-day",
    as: "partyRecipient",
    path: ({ revealed }) => `/memories/${revealed.board}?by=time`,
    isPlain: true,
  },
  {
    name: "board-played",
    as: "partyRecipient",
    path: ({ revealed }) => `/memories/${revealed.board}?show=2&still`,
    isStatic: true,
  },
  {
    name: "board-report",
    as: "partyRecipient",
    path: ({ revealed }) => `/memories/${revealed.board}/report/${revealed.piece}`,
    isStatic: true,
  },
  { name: "board-pieces-revealed", as: "partyHost", path: ({ revealed }) => `/memories/${revealed.board}/pieces` },
  { name: "board-cards", as: "keeper", path: ({ invited }) => `/memories/${invited.board}/cards` },
  { name: "shortcuts", as: "demo", path: at("/shortcuts") },
  { name: "seal", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}/seal` },
  { name: "rehearsal", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}/rehearsal` },
  { name: "rehearsal-sealed", as: "demo", path: ({ vaults }) => `/memories/${vaults.sealed}/rehearsal` },
  { name: "address", as: "demo", path: ({ vaults }) => `/memories/${vaults.held}/address` },
  { name: "address-before", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}/address` },
  { name: "details-backup-asked", as: "keeper", path: ({ returned }) => `/memories/${returned.id}` },
  { name: "details-address-given", as: "keeper", path: ({ proposed }) => `/memories/${proposed.id}` },
  { name: "reach", path: ({ returned }) => returned.link },
  { name: "address-stop", path: ({ proposed }) => proposed.stop, isStatic: true },
  { name: "open-replaced", path: ({ replacedLink }) => `${replacedLink}/replaced`, isStatic: true },
  { name: "details-address-asked", as: "keeper", path: ({ asked }) => `/memories/${asked.id}` },
  { name: "confirmation", as: "keeper", path: ({ asked }) => `/memories/${asked.id}/confirmation`, isStatic: true },
  { name: "confirm-address", path: ({ asked }) => asked.link, isStatic: true },
  { name: "legacy-contacts-none", as: "full", path: at("/settings/legacy-contacts") },
  { name: "legacy-contacts", as: "keeper", path: at("/settings/legacy-contacts") },
  { name: "refused", as: "keeper", path: at("/settings/legacy-contacts"), arrange: sendStale("Save permissions") },
  {
    name: "legacy-remove",
    as: "keeper",
    path: ({ trust }) => `/settings/legacy-contacts/${trust.contact}/remove`,
  },
  { name: "legacy-invitation", path: ({ trust }) => trust.invitation, isStatic: true },
  { name: "legacy-door", path: ({ trust }) => trust.help },
  { name: "legacy-help", as: "helper", path: ({ trust }) => trust.help },
  { name: "legacy-address", as: "helper", path: ({ trust }) => `${trust.help}/address?delivery=${trust.failed}` },
  { name: "legacy-stop", path: ({ trust }) => trust.stop, isStatic: true },
  { name: "settings", as: "demo", path: at("/settings"), isStatic: true },
  { name: "profile", as: "demo", path: at("/settings/profile") },
  { name: "profile-refused", as: "demo", path: at("/settings/profile"), arrange: blankName },
  { name: "password", as: "demo", path: at("/settings/password") },
  { name: "password-refused", as: "demo", path: at("/settings/password"), arrange: submit("Change password") },
  { name: "sign-in", as: "demo", path: at("/settings/sign-in"), isStatic: true },
  { name: "sign-in-unverified", as: "newcomer", path: at("/settings/sign-in"), isStatic: true },
  { name: "passkeys", as: "demo", path: at("/settings/sign-in/passkeys") },
  { name: "app", as: "demo", path: at("/settings/sign-in/app"), isStatic: true },
  { name: "app-set-up", as: "demo", path: at("/settings/sign-in/app"), arrange: startSetUp, isStatic: true },
  { name: "app-codes", path: at("/settings/sign-in/app"), arrange: showRecoveryCodes },
  { name: "email", as: "demo", path: at("/settings/email?to=anna.new%40example.org"), isStatic: true },
  { name: "confirm-email-over", as: "demo", path: at("/confirm-email?token=x"), isStatic: true },
  { name: "restore-email-over", path: at("/restore-email?token=x"), isStatic: true },
  { name: "sessions", as: "demo", path: at("/settings/sessions"), isStatic: true },
  { name: "privacy-settings", as: "demo", path: at("/settings/privacy"), isStatic: true },
  { name: "privacy-settings-unverified", as: "newcomer", path: at("/settings/privacy"), isStatic: true },
  { name: "person", path: ({ person }) => person, isStatic: true },
  { name: "people", as: "demo", path: at("/people"), isPlain: true },
  { name: "people-found", as: "demo", path: ({ findable }) => findable, isPlain: true },
  { name: "people-none", as: "demo", path: at("/people?email=nobody%40example.org"), isPlain: true },
  { name: "notifications", as: "demo", path: at("/settings/notifications"), isStatic: true },
  { name: "notifications-failed", as: "stuck", path: at("/settings/notifications"), isStatic: true },
  { name: "dashboard-mail-failed", as: "stuck", path: at("/dashboard") },
  { name: "data-privacy", as: "demo", path: at("/settings/data-privacy"), isStatic: true },
  { name: "data-privacy-preparing", as: "full", path: at("/settings/data-privacy"), isStatic: true },
  { name: "data-privacy-ready", as: "keeper", path: at("/settings/data-privacy"), isStatic: true },
  { name: "delete-account", as: "demo", path: at("/settings/data-privacy/delete"), isStatic: true },
  {
    name: "delete-account-refused",
    as: "demo",
    path: at("/settings/data-privacy/delete"),
    arrange: submit("Delete my account"),
    isStatic: true,
  },
  { name: "delete-account-empty", as: "newcomer", path: at("/settings/data-privacy/delete"), isStatic: true },
  { name: "plan", as: "demo", path: at("/settings/plan") },
  { name: "plan-nearly-full", as: "nearlyFull", path: at("/settings/plan") },
  { name: "plan-full", as: "stuck", path: at("/settings/plan") },
  { name: "plan-refused", as: "buyer", path: at("/settings/plan?discount=x"), arrange: tryDiscount },
  {
    name: "plan-waiting",
    as: "buyer",
    path: ({ bought }) => bought.waiting,
    arrangeInChromium: stopRefreshing,
    isStatic: true,
  },
  { name: "plan-gift", as: "buyer", path: at("/settings/plan/gift"), isPlain: true },
  {
    name: "plan-gift-refused",
    as: "buyer",
    path: at("/settings/plan/gift"),
    arrange: submit("Go to checkout"),
    isPlain: true,
  },
  { name: "plan-gift-card", as: "buyer", path: ({ bought }) => bought.giftCard, isPlain: true },
  { name: "plan-gift-lost", as: "buyer", path: ({ bought }) => bought.lostGift, isPlain: true },
  { name: "gift", path: ({ bought }) => bought.gift, isStatic: true },
  { name: "gift-signed-in", as: "stuck", path: ({ bought }) => bought.gift, isStatic: true },
  { name: "billing", as: "buyer", path: at("/settings/billing"), isStatic: true },
  { name: "billing-empty", as: "newcomer", path: at("/settings/billing"), isStatic: true },
  { name: "dev-checkout", as: "buyer", path: ({ bought }) => bought.checkout, isStatic: true },
  { name: "dev-orders", as: "buyer", path: at("/dev/checkout"), isStatic: true },
  { name: "stop", path: ({ stop }) => stop, isStatic: true },
  { name: "unsubscribe", path: ({ unsubscribe }) => unsubscribe, isStatic: true },
  { name: "cancel", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}/cancel` },
  { name: "log-out", as: "demo", path: at("/logout") },
  { name: "open-before-code", path: ({ opening }) => opening },
  { name: "open-code", path: ({ opening }) => `${opening}?code=sent` },
  { name: "open-code-refused", path: ({ opening }) => `${opening}?code=sent`, arrange: submitHalfACode },
  { name: "open-as-account", as: "demo", path: ({ received }) => `/memories/${received.unopened}` },
  { name: "open-later", path: ({ opening }) => `${opening}/later` },
  { name: "open-decline", path: ({ opening }) => `${opening}/decline`, isStatic: true },
  { name: "open-block", path: ({ opening }) => `${opening}/block`, isStatic: true },
  { name: "reading", as: "reader", path: ({ opening }) => opening },
  { name: "reading-received", as: "full", path: ({ received }) => `/memories/${received.opened}`, isStatic: true },
  { name: "reading-gallery", as: "keeper", path: ({ gallery }) => gallery.opening },
  { name: "reading-board", as: "full", path: ({ board }) => `/memories/${board}`, isPlain: true },
  { name: "thanks", as: "full", path: ({ board }) => `/memories/${board}/thanks`, isPlain: true },
  { name: "photo", as: "keeper", path: ({ gallery }) => gallery.photo, isStatic: true },
  { name: "photo-shared", path: ({ sharedPhoto }) => sharedPhoto, isStatic: true },
  { name: "card", as: "demo", path: ({ vaults }) => `/memories/${vaults.sealed}/card` },
  { name: "card-made", as: "demo", path: ({ vaults }) => `/memories/${vaults.scheduled}/card`, arrange: makeCard },
  { name: "claim", path: at("/claim"), isStatic: true },
  { name: "claim-refused", path: at("/claim?code=ABCD"), arrange: submit("Open it"), isStatic: true },
  { name: "verify", path: at("/verify"), isStatic: true },
  { name: "verify-refused", path: at("/verify"), arrange: submit("Check it"), isStatic: true },
  { name: "verify-genuine", path: at("/verify"), arrange: checkCertificate, isStatic: true },
  { name: "reading-replies", as: "reader", path: ({ opening }) => `${opening}/replies` },
  { name: "reading-share", as: "reader", path: ({ opening }) => `${opening}/share` },
  { name: "help", path: at("/help") },
  { name: "help-asked", path: at("/help"), arrange: askForHelp },
  { name: "help-article", path: at("/help/seal") },
  // The passkey button, which script adds on the login page, moves the help button while it is clicked.
  { name: "help-panel", path: at("/auth?mode=reset"), arrange: openHelpPanel },
  { name: "newsletter", path: at("/newsletter"), isPlain: true },
  { name: "newsletter-refused", path: at("/newsletter"), arrange: subscribeWrongly, isPlain: true },
  { name: "contact", path: at("/contact"), isPlain: true },
  { name: "contact-refused", path: at("/contact"), arrange: submit("Send message"), isPlain: true },
  { name: "promise", path: at("/promise") },
  { name: "not-found", path: at("/nowhere") },
  { name: "fault", as: "full", path: ({ broken }) => `/memories/${broken}`, isFault: true },
  {
    name: "fault-form",
    as: "full",
    path: ({ broken }) => `/memories/${broken}/rehearsal`,
    arrange: sendInVain,
    isStatic: true,
    isFault: true,
  },
  { name: "dev-ui", path: at("/dev/ui"), isStatic: true },
  { name: "dev-mail", path: at("/dev/mail"), isStatic: true },
  { name: "dev-mail-preview", path: at("/dev/mail/preview"), isStatic: true },
  { name: "dev-mail-one", path: ({ mail }) => mail, isStatic: true },
];

async function tryDiscount(page: AnyPage): Promise<void> {
  await page.getByLabel("Discount code").fill("NO-SUCH-CODE");
  await submit("Choose Premium")(page);
}

/** Sends a form with all that an error page shows of one: text, a password, a code and a file. */
async function sendInVain(page: AnyPage): Promise<void> {
  const form = page.locator("form:has([name=zoom])");
  await form.evaluate((form) => {
    form.setAttribute("action", location.href);
    form.setAttribute("enctype", "multipart/form-data");
    const fields =
      '<textarea name="message"></textarea><input name="password"><input name="code"><input name="photo" type="file">';
    form.insertAdjacentHTML("beforeend", fields);
  });
  await form.locator("[name=message]").fill("Dear Mia,\nI’m writing this on the day you were born.");
  await form.locator("[name=password]").fill("Amber-demo-1");
  await form.locator("[name=code]").fill("123456");
  const photo = { name: "mia.jpg", mimeType: "image/jpeg", buffer: Buffer.from("mia") };
  await form.locator("[name=photo]").setInputFiles(photo);
  await form.locator("button").click();
  await page.getByLabel("Please choose “mia.jpg” again.").waitFor();
}

async function startSetUp(page: AnyPage): Promise<void> {
  const add = page.getByRole("button", { name: "Add an app" });
  if (await add.isVisible()) await add.click();
  await page.locator(".set-up-key").waitFor();
}

async function choosePicture(page: AnyPage): Promise<void> {
  await page.getByRole("radio", { name: "Seal it" }).check();
}

async function openQuestions(page: AnyPage): Promise<void> {
  for (const question of await page.locator(".question summary").all()) await question.click();
}

/** The page loads itself again after some seconds, which would interrupt axe. */
async function stopRefreshing(page: Page): Promise<void> {
  await page.route("**/settings/plan/waiting/*", async (route) => {
    const response = await route.fetch();
    const { refresh: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.reload();
}

async function wrongPassword(page: AnyPage): Promise<void> {
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByLabel("Password").fill("Not-the-right-1");
  await submit("Log in")(page);
}

async function blankName(page: AnyPage): Promise<void> {
  await page.getByLabel("Full name").fill(" ");
  await submit("Save profile")(page);
}

/** The date picker is a dialog with script, and a page without. */
async function chooseDate(page: AnyPage): Promise<void> {
  await page.getByRole("button", { name: /Choose date$/ }).click();
  await page.getByRole("button", { name: "2044", exact: true }).waitFor();
}

async function makeCard(page: AnyPage): Promise<void> {
  await page.getByLabel(/^Show the day on the card/).check();
  await page.getByRole("button", { name: /^Make (the|a new) card$/ }).click();
  await page.getByRole("article", { name: "The claim card" }).waitFor();
}

async function showChoices(page: AnyPage): Promise<void> {
  await page.getByText("How guests take part").click();
  await page.getByLabel("I look at each piece first").waitFor();
}

async function showEmptyGuests(page: AnyPage): Promise<void> {
  await page.getByText("guests have added nothing so far").click();
  await page.getByRole("button", { name: /^Remove these/ }).waitFor();
}

async function joinBoard(page: AnyPage): Promise<void> {
  await page.getByLabel("Your name").fill("Tom Berger");
  await page.getByRole("button", { name: "Add your piece" }).click();
  await page.getByRole("heading", { name: "You’re in, Tom Berger" }).waitFor();
}

/** Checks the certificate of a demo vault together with two files that are not part of it. */
async function checkCertificate(page: AnyPage): Promise<void> {
  const [row] = await query(
    "SELECT c.manifest, c.signature, k.public_key FROM certificates c JOIN signing_keys k ON k.id = c.signing_key_id LIMIT 1",
  );
  const hex = (value: unknown) => (value as Buffer).toString("hex");
  const manifest = JSON.parse(String(row?.manifest));
  const text = JSON.stringify({
    manifest,
    signature: hex(row?.signature),
    publicKey: hex(row?.public_key),
    salt: "0".repeat(64),
  });
  await page.getByLabel("The certificate").fill(text);
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await page.getByLabel("Files to compare with it").setInputFiles([file("letter.txt"), file("IMG_2044.jpg")]);
  await page.getByRole("button", { name: "Check it" }).click();
  await page.getByText("Genuine, but not everything matches").waitFor();
}

async function saveAsGuest(page: AnyPage): Promise<void> {
  await page.getByLabel("Memory Title").fill("For when I am fifty");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.locator(".toast-title").filter({ hasText: "Draft saved" }).waitFor();
}

async function rehearseAsGuest(page: AnyPage): Promise<void> {
  const { title, recipientName, message } = letterFields();
  await page.getByLabel("Memory Title").fill(title);
  await page.getByLabel("Recipient name").fill(recipientName);
  await page.getByLabel("Message", { exact: true }).fill(message);
  await page.getByRole("button", { name: "Show me exactly what they will get" }).click();
  await page.getByRole("heading", { name: /^What .* will get$/ }).waitFor();
}

/** Leaves the form of a scheduled letter with changes, and comes back. */
async function changeLetter(page: AnyPage): Promise<void> {
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await page.getByLabel("Message", { exact: true }).fill("Dear Mia, one thing more.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.locator(".toast-title").filter({ hasText: "Draft saved" }).waitFor();
}

async function discardAsGuest(page: AnyPage): Promise<void> {
  await saveAsGuest(page);
  await page.getByRole("link", { name: "discard this draft" }).click();
  await page.getByRole("heading", { name: /^Discard/ }).waitFor();
}

async function submitAsGuest(page: AnyPage): Promise<void> {
  const { title, recipientName, recipientEmail, message, date } = letterFields();
  await page.getByLabel("Memory Title").fill(title);
  await page.getByLabel("Recipient name").fill(recipientName);
  await page.getByLabel("Recipient e-mail").fill(recipientEmail);
  await page.getByLabel("Message", { exact: true }).fill(message);
  await page.getByLabel("Delivery date").fill(date);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.getByRole("heading", { name: "Create a free account" }).waitFor();
}

const submitLetter = (date: string) => async (page: AnyPage) => {
  const { title, recipientName, recipientEmail, message } = letterFields();
  await page.getByLabel("Recipient name").fill(recipientName);
  await page.getByLabel("Recipient e-mail").fill(recipientEmail);
  await submitMemory(page, { title, message, date });
};

async function submitMemory(page: AnyPage, memory: { title: string; message: string; date: string }): Promise<void> {
  await page.getByLabel("Memory Title").fill(memory.title);
  await page.getByLabel("Message", { exact: true }).fill(memory.message);
  await page.getByLabel("Delivery date").fill(memory.date);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.locator(".sent").waitFor();
}

function schedule(page: AnyPage): Promise<void> {
  return submitLetter("2044-06-14")(page);
}

async function scheduleForNow(page: AnyPage): Promise<void> {
  await page.getByText("Change the hour").click();
  await page.getByLabel("Hour").selectOption("0");
  await submitLetter(today())(page);
}

function scheduleBoard(page: AnyPage): Promise<void> {
  const { title } = letterFields();
  return submitMemory(page, { title, message: "One picture of him, please.", date: "2027-06-14" });
}

async function subscribeWrongly(page: AnyPage): Promise<void> {
  await page.getByLabel("Your email address").fill("tom@nowhere");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Invalid Email").waitFor();
}

async function askForHelp(page: AnyPage): Promise<void> {
  for (const question of ["What does sealing a vault do?", "Can you recommend a restaurant?"]) {
    await page.getByLabel("Your question").fill(question);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("log").getByText(question).first().waitFor();
  }
  await page.getByText("I don’t know the answer to that.").waitFor();
}

/** With script a panel, without it the help page. */
async function openHelpPanel(page: AnyPage): Promise<void> {
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
  await askForHelp(page);
}

/** Opens the page of a state and brings it into that state, with no cookies but those of its account. */
export async function openState(page: Page, state: State, sample: SampleData): Promise<void> {
  await openInAnyEngine(page, state, sample);
  await state.arrangeInChromium?.(page);
}

export async function openInAnyEngine(page: AnyPage, state: State, sample: SampleData): Promise<void> {
  await page.context().clearCookies();
  if (state.as) await page.context().addCookies(sample[state.as].cookies());
  await page.goto(state.path(sample));
  await state.arrange?.(page);
}
