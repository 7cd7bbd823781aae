import type { Page } from "playwright/test";
import { wav } from "../../corpus/recordings";

/** Plays a recording on the page. Returns a function that stops it. */
export async function play(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const src = URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
    const audio = Object.assign(document.createElement("audio"), { src, loop: true, muted: true });
    document.querySelector("main")?.append(audio);
    await audio.play();
  }, wav().toString("base64"));
  return () => page.evaluate(() => document.querySelector("audio")?.pause());
}
