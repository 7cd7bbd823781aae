import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { db } from "~/services/db.server";
import { deliveries, replies as replyRows } from "~db/schema";
import { jpeg } from "../../tests/corpus/photos";
import { createLetter } from "../../tests/factories/letter";
import { multipartRequest } from "../../tests/factories/multipart";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as replies from "./memories.$id_.replies";
import * as close from "./memories.$id_.replies_.close";

/** Mia has opened a letter from Ada. */
async function arrange() {
  const [ada, mia] = [await createUser(), await createUser()];
  const id = await createLetter(ada.user, { recipientEmail: mia.user.email, deliveryDate: "2020-01-01" });
  await deliverVault(id);
  await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, id));
  const path = `/memories/${id}/replies`;
  return { ada, mia, id, path };
}

it("can be closed by the sender, which refuses the recipient's next reply without losing it", async () => {
  const { ada, mia, id, path } = await arrange();
  const send = (text: string) =>
    answerOf(replies.action, formRequest(path, { text, formId: createId() }, mia.browser), mia.browser, { id });
  const see = async ({ browser }: typeof ada) =>
    (await answerOf(replies.loader, pageRequest(path, browser), browser, { id })).json();
  const set = (closed: string, { browser }: typeof ada) =>
    answerOf(close.action, formRequest(`${path}/close`, { closed }, browser), browser, { id });
  expect((await send("One")).status).toBe(303);
  const { closing } = await see(ada);
  expect(closing).toMatch(`${path}/close?with=`);
  expect((await set("yes", mia)).status).toBe(404);
  expect((await see(mia)).closing).toBeNull();

  expect((await set("yes", ada)).status).toBe(303);
  for (const someone of [ada, mia]) expect(await see(someone)).toMatchObject({ refusal: "closed" });
  await expect(await send("Two")).toBeRefused(409, "", /^It wasn’t sent: this conversation has been closed/);
  expect((await set("no", ada)).status).toBe(303);
  expect((await send("Three")).status).toBe(303);
});

it("sends a photo without words once, when its form is sent again because its answer was lost", async () => {
  const { mia, id, path } = await arrange();
  const formId = createId();
  const send = (request: Request) => answerOf(replies.action, request, mia.browser, { id });
  const photo = await jpeg(300, 200);
  const first = multipartRequest(
    path,
    [
      ["formId", formId],
      ["photo", photo, "boat.jpg"],
    ],
    mia.browser,
  );
  expect((await send(first)).status).toBe(303);
  // With JavaScript, files are uploaded before the form is sent.
  const again = (fields: Record<string, string>) =>
    send(formRequest(path, { text: "", formId, ...fields }, mia.browser));
  expect((await again({})).status).toBe(303);
  expect(await db.$count(replyRows, eq(replyRows.formId, formId))).toBe(1);
  expect((await again({ formId: createId() })).status).toBe(400);
});
