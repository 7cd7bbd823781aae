import type { Locator } from "playwright/test";

/** Where `words`, which are in one text of `place`, begin on the screen. */
export async function leftOf(place: Locator, words: string): Promise<number> {
  return place.evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode() as Text;
    while (!text.data.includes(words)) text = texts.nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, text.data.indexOf(words));
    range.setEnd(text, text.data.indexOf(words) + words.length);
    return range.getBoundingClientRect().left;
  }, words);
}
