import { createId } from "@paralleldrive/cuid2";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { AfterReading } from "~/ui/reading/after-reading";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createLetter, deliveriesOf } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
import * as open from "./open.$link";
import * as sendCode from "./open.$link_.code";

it("leads back to the letter after its reader has signed up", async () => {
  const { user } = await createUser();
  const recipientEmail = `${createId()}@example.org`;
  const id = await createLetter(user, { recipientEmail, deliveryDate: "2020-01-01" });
  await deliverVault(id);
  const [delivery] = await deliveriesOf(id);
  const link = openingLink(delivery ?? expect.unreachable());
  const letter = `/open/${link}`;
  const see = async (browser: Browser) =>
    (await answerOf(open.loader, pageRequest(letter, browser), browser, { link })).json();

  const visitor = await createBrowser();
  await answerOf(sendCode.action, formRequest(`${letter}/code`, {}, visitor), visitor, { link });
  const [{ props } = expect.unreachable()] = await writtenTo(recipientEmail, "opening_code");
  const opened = await answerOf(open.action, formRequest(letter, { code: props.code }, visitor), visitor, { link });
  const reader = await withCookiesOf(visitor, opened);
  const page = renderToStaticMarkup(<AfterReading {...(await see(reader)).reading.after} />);
  const [, href = ""] = page.match(/href="([^"]+)"[^>]*>Create a free account/) ?? [];

  const fields = { fullName: "Tom", email: recipientEmail, password: PASSWORD, confirmPassword: PASSWORD };
  const request = formRequest(href.replaceAll("&amp;", "&"), fields, reader);
  const signedUp = await answerOf(auth.action, request, reader);
  expect(signedUp).toHaveRedirect(letter);
  expect(await see(await withCookiesOf(reader, signedUp))).toMatchObject({ reading: { after: { isSignedIn: true } } });
});
