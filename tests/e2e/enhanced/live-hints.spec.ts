import { letterFields, newPerson, sendLetter } from "../setup/accounts";
import { enter, expect, fillLetter, fillSignUp, openLetter, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

test("sign-up shows valid fields while typing", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await ready(page);
  await page.getByLabel("Email").pressSequentially("anna@example.org");
  await expect(page.getByText("Valid email address")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).pressSequentially("Kept-4-Le");
  await expect(page.getByText("Strong password")).toBeVisible();
  await page.getByLabel("Confirm password").pressSequentially("Kept-4-L");
  await expect(page.getByText("Passwords match")).toHaveCount(0);
  await page.getByLabel("Confirm password").pressSequentially("e");
  await expect(page.getByText("Passwords match")).toBeVisible();
});

test("sign-up praises no password that was refused", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, { ...newPerson(), password: "Password1" });
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAccessibleDescription(/too easy to guess/);
  await expect(page.getByText("Strong password")).toHaveCount(0);
  await password.fill("Kept-4-Leo");
  await expect(page.getByText("Strong password")).toBeVisible();
});

test("a second wrong password is announced like the first", async ({ page, open }) => {
  const { email } = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByLabel("Email").fill(email);
  const login = page.getByRole("main").getByRole("button", { name: "Log in", exact: true });
  const refusal = page.getByRole("alert").filter({ hasText: "The email or password isn’t right." });
  await page.getByLabel("Password").fill("Wrong-1");
  await login.click();
  const first = await refusal.elementHandle();
  await page.getByLabel("Password").pressSequentially("-again");
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
  await login.click();
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(refusal).toBeVisible();
});

test("an address in folded fields can be corrected, and is unfolded when it is missed", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, letterFields());
  const summary = page.getByText("If we can’t reach them");
  const field = page.getByLabel("Second e-mail");
  await summary.click();
  await field.pressSequentially("mia");
  await field.press("Tab");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await summary.click();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(field).toBeFocused();
  await field.press("End");
  await page.keyboard.type("@example.org");
  await expect(field).toHaveValue("mia@example.org");
  await expect(field).toBeVisible();
});

test("the first invalid field gets the focus, and its message disappears once it is valid", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, { ...letterFields(), recipientEmail: "mia" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const field = page.getByLabel("Recipient e-mail");
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Please enter a valid email address");
  await field.fill("mia@example.org");
  await expect(field).not.toHaveAttribute("aria-invalid");
});

test("nothing is announced as invalid before anything was entered", async ({ page, open, devTools }) => {
  await enter(page, await open());
  for (const path of ["/create?type=send-to-someone&step=form", "/settings/legacy-contacts"]) {
    await page.goto(path);
    await ready(page);
    const { nodes } = await devTools.send("Accessibility.getFullAXTree");
    const isInvalid = ({ properties = [] }: (typeof nodes)[number]) =>
      properties.some(({ name, value }) => name === "invalid" && value.value !== "false");
    expect(nodes.filter(isInvalid).map(({ name }) => name?.value)).toEqual([]);
  }
});

test("an invalid form is not sent once the user has typed", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.getByLabel("Email").fill("anna");
  await page.getByLabel("Email").blur();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(posts).toEqual([]);
});

test("leaving a field sends nothing before the form's rules are loaded", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await allowed;
    await route.continue();
  });
  const asked = page.waitForRequest("**/assets/*.js");
  await page.getByLabel("Email").fill("anna");
  await asked;
  await page.getByLabel("Email").blur();
  allow();
  await expect(async () => {
    await page.getByLabel("Email").fill("ann");
    await page.getByLabel("Email").blur();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(posts).toEqual([]);
});

test("a field that is left just after the form's rules were loaded is checked", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const rules = await holdRequests(page, "**/assets/*.js");
  const asked = page.waitForRequest("**/assets/*.js");
  await page.getByLabel("Email").fill("anna");
  const { url } = await asked.then((request) => ({ url: request.url() }));
  // React renders in these messages.
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      document.addEventListener("render", () => Reflect.apply(postMessage, this, message), { once: true });
    };
  });
  rules.letGo();
  await page.evaluate((script) => import(script), url);
  await page.getByLabel("Email").blur();
  await page.evaluate(() => document.dispatchEvent(new Event("render")));
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
});

test("a field refused by the server gets the focus", async ({ page, open }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();

  const account = await open();
  await sendLetter(account, { title: "Taken" });
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, { ...letterFields(), title: "Taken" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByLabel("Memory Title")).toBeFocused();
});

test("sign-up uses the browser's time zone", async ({ browser }) => {
  const page = await browser.newPage({ timezoneId: "Asia/Tokyo" });
  await page.goto("/auth?mode=signup");
  await ready(page);
  await expect(page.locator("input[name=timeZone]")).toHaveValue("Asia/Tokyo");
  await page.close();
});
