import { expect, it, vi } from "vitest";
import { createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createDueLetter, reportEvent } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as open from "./open.$link";
import * as sendCode from "./open.$link_.code";

// Must be set before `env` is read.
vi.hoisted(() => {
  process.env.SMS_IN_FOLDER = "1";
});

it("sends the code by SMS to readers with the link of an SMS", async () => {
  const { user } = await createUser({ name: "Ada" });
  const letter = { recipientPhone: "+49 171 1234567", message: "Under the stone.", deliveryDate: "2020-01-01" };
  const { delivery } = await createDueLetter(user, letter);
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  const [text] = await writtenTo("+491711234567", "delivery_sms");
  const link = text?.props.url.split("/open/")[1] ?? "";
  const browser = await createBrowser();
  const path = `/open/${link}`;

  const sent = await answerOf(sendCode.action, formRequest(`${path}/code`, {}, browser), browser, { link });
  expect(sent).toHaveRedirect(`${path}?code=sent`, 303);
  expect(await writtenTo(delivery.recipientEmail, "opening_code")).toEqual([]);
  const [message] = await writtenTo("+491711234567", "opening_code_sms");
  const challenge = await answerOf(open.loader, pageRequest(`${path}?code=sent`, browser), browser, { link });
  expect(await challenge.json()).toMatchObject({ reading: null, challenge: { isBySms: true, isCodeSent: true } });

  const give = (code: string) => answerOf(open.action, formRequest(path, { code }, browser), browser, { link });
  const code = message?.props.code ?? "";
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await give(wrong)).status).toBe(400);
  const opened = await give(code);
  expect(opened).toHaveRedirect(path, 303);
  const reader = await withCookiesOf(browser, opened);
  const read = await answerOf(open.loader, pageRequest(path, reader), reader, { link });
  expect(await read.json()).toMatchObject({ reading: { message: "Under the stone.", after: { source: "text" } } });
  expect((await give(code)).status).toBe(400);
});
