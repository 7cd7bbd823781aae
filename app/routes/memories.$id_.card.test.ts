import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { makeCard } from "~/domain/claim/card.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { CardPage } from "~/ui/claim/card-page";
import { withCookiesOf } from "../../tests/factories/browser";
import { createFailedLetter, createLetter, letterInput } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as card from "./memories.$id_.card";

it("each card that a browser made can be printed within the hour, also after another one was made", async () => {
  const { user, ...person } = await createUser({ vaultLimit: 5 });
  let { browser } = person;
  const ids = [await createLetter(user, { title: "For Mia" }), await createLetter(user, { title: "For Leo" })];
  const path = (id: string) => `/memories/${id}/card`;
  const make = async (id: string) => {
    const made = await answerOf(card.action, formRequest(path(id), {}, browser), browser, { id });
    expect(made).toHaveRedirect(path(id));
    browser = await withCookiesOf(browser, made);
  };
  const codeShown = async (id: string): Promise<string | undefined> => {
    const { sheet } = await (await answerOf(card.loader, pageRequest(path(id), browser), browser, { id })).json();
    return sheet?.groups.join("");
  };
  for (const id of ids) await make(id);
  const [mia = "", leo = ""] = ids;
  const before = [await codeShown(mia), await codeShown(leo)];
  expect(before).toEqual([expect.any(String), expect.any(String)]);
  await make(mia);
  const after = [await codeShown(mia), await codeShown(leo)];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  await makeCard(user, leo, { showsDay: false });
  expect(await codeShown(leo), "replaced in another browser").toBeUndefined();
});

it("its page says when the day was changed after the card that shows it was made", async () => {
  const { user, ...person } = await createUser();
  let { browser } = person;
  const input = letterInput({ deliveryDate: "2044-06-14" });
  const id = await createLetter(user, input);
  const path = `/memories/${id}/card`;
  const see = async () => {
    const page = await answerOf(card.loader, pageRequest(path, browser), browser, { id });
    return renderToStaticMarkup(createElement(CardPage, await page.json()));
  };
  const other = "It says June 14, 2044, but this memory now opens on June 14, 2045.";
  const made = await answerOf(card.action, formRequest(path, { showsDay: "on" }, browser), browser, { id });
  browser = await withCookiesOf(browser, made);
  expect(await see()).not.toContain("The card shows another day");
  await updateVault(user, id, { ...input, deliveryDate: "2045-06-14" });
  const changed = await see();
  expect(changed).toContain(other);
  expect(changed).toContain("It opens on <strong>June 14, 2044</strong>");
  await makeCard(user, id, { showsDay: false });
  expect(await see()).not.toContain("The card shows another day");
});

it("a card made after the day doesn't ask its reader to wait", async () => {
  const { user, browser } = await createUser({ vaultLimit: 2 });
  const sheetOf = async (id: string) => {
    const path = `/memories/${id}/card`;
    const made = await answerOf(card.action, formRequest(path, {}, browser), browser, { id });
    const owner = await withCookiesOf(browser, made);
    const page = await answerOf(card.loader, pageRequest(path, owner), owner, { id });
    return renderToStaticMarkup(createElement(CardPage, await page.json()));
  };
  const waiting = await sheetOf(await createLetter(user));
  expect(waiting).toContain("It opens when its day comes.");
  expect(waiting).toContain("Wait for the day.");
  const { id } = await createFailedLetter(user);
  const held = await sheetOf(id);
  expect(held).toContain("You can open it now.");
  expect(held).not.toMatch(/Wait for the day|Show the day on the card|from its day on/);
});
