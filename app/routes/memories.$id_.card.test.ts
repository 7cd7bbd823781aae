import { expect, it } from "vitest";
import { makeCard } from "~/domain/claim/card.server";
import { withCookiesOf } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
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
