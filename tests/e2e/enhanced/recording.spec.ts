import { jpeg } from "../../corpus/photos";
import { query } from "../setup/db";
import { type Account, enter, expect, type Page, ready, test } from "../setup/fixtures";

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
      ],
    }),
});

async function openForm(page: Page, account: Account, type = "future-self"): Promise<void> {
  await enter(page, account);
  await page.goto(`/create?type=${type}&step=form`);
  await ready(page);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const LEAVING = "Leave this page? Text, a recording or a file that isn’t saved yet would be lost.";
const panel = (page: Page) => page.getByRole("region", { name: "Record your voice" });

test("a recording is paused, played back and uploaded like any file", async ({ page, open }) => {
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("Recording.");
  await expect(panel(page).getByRole("timer")).toHaveText(/0:(0[1-9]|[1-5]\d)/);
  // Chromium's fake microphone beeps once a second.
  const loudness = () => page.locator(".recorder-loud").evaluate((bar) => Number.parseFloat(bar.style.scale));
  await expect.poll(loudness, { intervals: [20] }).toBeGreaterThan(0.1);
  await expect(page.locator(".recorder-loud"), "seen with forced colours").toHaveCSS("forced-color-adjust", "none");
  await button(page, "Pause").click();
  await expect(panel(page)).toContainText("Paused.");
  await button(page, "Go on").click();
  await expect(panel(page).getByRole("timer")).toHaveText(/0:(0[2-9]|[1-5]\d)/);
  await button(page, "Stop").click();
  const recording = panel(page).locator("audio");
  await expect
    .poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.play().then(() => audio.error?.code ?? 0)))
    .toBe(0);
  await button(page, "Keep it").click();
  await expect(panel(page)).toHaveCount(0);
  const file = page.locator(".file");
  await expect(file).toContainText(/Recording \d{4}-\d\d-\d\d \d\d\.\d\d\.\w+/);
  await expect(file).toContainText("Upload Complete");
  const formId = await page.locator("[name=formId]").first().inputValue();
  const [kept] = await query("SELECT kind, state, content_type AS type, bytes FROM uploads WHERE form_id = ?", [
    formId,
  ]);
  expect(kept).toMatchObject({ kind: "audio", state: "ready", type: expect.stringMatching(/^audio\//) });
  expect(kept?.bytes).toBeGreaterThan(5_000);
});

test("a recording is not lost by sending the form, and is discarded after a confirmation", async ({ page, open }) => {
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page).getByRole("timer")).toHaveText(/0:(0[1-9]|[1-5]\d)/);
  await button(page, "Schedule Memory").click();
  await expect(panel(page)).toContainText("Please finish it, and keep or discard it.");
  await expect(button(page, "Pause")).toBeFocused();
  await button(page, "Stop").click();
  await expect(panel(page)).toContainText("Listen to it");
  await button(page, "Schedule Memory").click();
  await expect(panel(page)).toContainText("Please finish it, and keep or discard it.");
  await button(page, "Discard it").click();
  await expect(panel(page)).toContainText("Discard this recording? You can’t get it back.");
  await button(page, "No, go back").click();
  await expect(button(page, "Keep it")).toBeFocused();
  await button(page, "Discard it").click();
  await button(page, "Yes, discard it").click();
  await expect(button(page, "Record your voice")).toBeFocused();
  await expect(page.locator(".file")).toHaveCount(0);
});

test("a recording is not lost by a link or by going back without a confirmation", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Create Vault" }).first().click();
  await page.getByRole("link", { name: "A vault to send to someone" }).click();
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("Recording.");
  const asked: string[] = [];
  const answer = { isLeaving: false };
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (answer.isLeaving ? dialog.accept() : dialog.dismiss());
  });
  const form = page.url();
  const leave = page.getByRole("banner").getByRole("link", { name: "Dashboard" });
  await leave.click();
  await expect.poll(() => asked).toEqual([LEAVING]);
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual([LEAVING, LEAVING]);
  await expect(page).toHaveURL(form);
  await expect(panel(page)).toContainText("Recording.");
  answer.isLeaving = true;
  await leave.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("banner").getByRole("link", { name: "Timeline" }).click();
  await expect(page).toHaveURL(/\/timeline$/);
  expect(asked, "about a recording that is gone").toHaveLength(3);
});

test("a recording stays within reach when the form takes no more files", async ({ page, open }) => {
  await openForm(page, await open(), "send-to-someone");
  await button(page, "Record your voice").click();
  await expect(panel(page).getByRole("timer")).toHaveText(/0:(0[1-9]|[1-5]\d)/);
  await page
    .locator("input[name=photo]:not([capture])")
    .setInputFiles({ name: "mia.jpg", mimeType: "image/jpeg", buffer: await jpeg(900, 600) });
  await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await button(page, "Stop").click();
  await button(page, "Keep it").click();
  const link = page.locator(".file").getByRole("link", { name: /^Save to this device Recording/ });
  const [saved] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(saved.suggestedFilename()).toMatch(/^Recording .+\.\w+$/);
});

/** Returns a function that fires an event of the microphone. */
async function microphoneOf(page: Page) {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) =>
      Object.assign(window, { microphone: await ask(wanted) }).microphone;
  });
  return (event: "ended" | "mute") =>
    page.evaluate((type) => {
      const { microphone } = window as unknown as { microphone: MediaStream };
      for (const track of microphone.getTracks()) track.dispatchEvent(new Event(type));
    }, event);
}

test("a recording that ends because its microphone is gone says so", async ({ page, open }) => {
  const fire = await microphoneOf(page);
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page).getByRole("timer")).toHaveText(/0:(0[1-9]|[1-5]\d)/);
  await fire("ended");
  await expect(panel(page)).toContainText("The recording ended by itself");
  await button(page, "Keep it").click();
  await expect(page.locator(".file")).toContainText("Upload Complete");
});

test("a recording pauses when a phone call takes the microphone, and can go on", async ({ page, open }) => {
  const fire = await microphoneOf(page);
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("Recording.");
  await fire("mute");
  await expect(panel(page)).toContainText("Paused.");
  await button(page, "Go on").click();
  await expect(panel(page)).toContainText("Recording.");
});

test("the screen stays on while a recording runs, also after a pause or on another tab", async ({ page, open }) => {
  await page.addInitScript(() => {
    const lock = { isHeld: false, release: () => Object.assign(lock, { isHeld: false }) };
    Object.assign(window, { screenLock: lock });
    const request = async () => Object.assign(lock, { isHeld: true });
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const isHeld = () =>
    page.evaluate(() => (window as unknown as { screenLock: { isHeld: boolean } }).screenLock.isHeld);
  // Browsers release the lock when a page is hidden. Headless pages are always visible.
  const hideAndShow = () =>
    page.evaluate(() => {
      Object.assign((window as unknown as { screenLock: object }).screenLock, { isHeld: false });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("Recording.");
  await expect.poll(isHeld).toBe(true);
  await button(page, "Pause").click();
  await expect.poll(isHeld).toBe(false);
  await button(page, "Go on").click();
  await expect.poll(isHeld).toBe(true);
  await hideAndShow();
  await expect.poll(isHeld).toBe(true);
  await button(page, "Stop").click();
  await expect.poll(isHeld).toBe(false);
  await hideAndShow();
  expect(await isHeld()).toBe(false);
});

for (const [failing, refuse] of [
  [
    "make a recorder",
    () => {
      class Refusing extends MediaRecorder {
        constructor(stream: MediaStream) {
          super(stream, { audioBitsPerSecond: 1, mimeType: "audio/none" });
        }
      }
      Object.assign(window, { MediaRecorder: Refusing });
    },
  ],
  [
    "start it",
    () => {
      MediaRecorder.prototype.start = () => {
        throw new DOMException("refused", "NotSupportedError");
      };
    },
  ],
] as const) {
  test(`the microphone is released when the browser cannot ${failing}`, async ({ page, open }) => {
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) =>
        Object.assign(window, { stream: await ask(constraints) }).stream;
    });
    await page.addInitScript(refuse);
    await openForm(page, await open());
    await button(page, "Record your voice").click();
    await expect(button(page, "Close")).toBeVisible();
    const states = await page.evaluate(() =>
      (window as unknown as { stream: MediaStream }).stream.getTracks().map(({ readyState }) => readyState),
    );
    expect(states).toEqual(["ended"]);
  });
}

test("a voice is recorded where its loudness cannot be measured", async ({ page, open }) => {
  await page.addInitScript(() => {
    window.AudioContext = class {
      constructor() {
        throw new DOMException("no device", "NotSupportedError");
      }
    } as never;
  });
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("Recording.");
});

test("a denied microphone shows a message and the file field", async ({ page, open }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  });
  await openForm(page, await open());
  await button(page, "Record your voice").click();
  await expect(panel(page)).toContainText("This page isn’t allowed to use the microphone.");
  await button(page, "Close").click();
  await expect(page.getByLabel("Audio", { exact: true })).toBeAttached();
});

test("a browser that cannot record shows only the file field", async ({ page, open }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "MediaRecorder"));
  await openForm(page, await open());
  await expect(page.locator("[data-scripted]")).toBeVisible();
  await expect(button(page, "Record your voice")).toHaveCount(0);
  await expect(page.getByLabel("Audio", { exact: true })).toBeAttached();
});

test("only this site's pages may use the microphone", async ({ request }) => {
  const policy = (await request.get("/")).headers()["permissions-policy"];
  expect(policy).toContain("microphone=(self)");
  expect(policy).toContain("camera=(self)");
});
