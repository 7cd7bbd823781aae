import { sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, test } from "./setup/fixtures";

const MESSAGE = "Dear Mia, the colander is yours now.";

test("anyone can check a certificate, and learns nothing of the content", { tag: "@scriptless" }, async ({
  page,
  visitor,
  open,
}) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day", message: MESSAGE });
  await account.client.get(`/memories/${id}/seal`);
  await account.client.post(`/memories/${id}/seal`, {});
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  const text = await (await page.request.get(`/memories/${id}/certificate`)).text();

  const stranger = await visitor();
  await stranger.goto("/verify");
  expect(await stranger.locator("script").count()).toBe(0);
  await stranger.getByLabel("The certificate").fill(text);
  await stranger.getByRole("button", { name: "Check it" }).click();
  await expect(stranger.getByText("Genuine", { exact: true })).toBeVisible();
  await expect(stranger.getByText("our records say that nothing in it was changed")).toBeVisible();
  await expect(stranger.getByText("June 14, 2044 at 09:00 UTC")).toBeVisible();
  for (const secret of ["wedding", "colander", "Mia", account.name]) {
    expect(await stranger.content()).not.toContain(secret);
  }
  await expect(stranger.getByLabel("The certificate")).toHaveValue(text);

  await stranger.getByLabel("The certificate").fill(text.replace("2044-06-14", "2045-06-14"));
  await stranger.getByRole("button", { name: "Check it" }).click();
  await expect(stranger.getByText("Not genuine", { exact: true })).toBeVisible();
  await stranger.getByLabel("The certificate").fill("The colander is yours.");
  await stranger.getByRole("button", { name: "Check it" }).click();
  await expect(stranger.getByText("We can’t read this certificate.")).toBeVisible();

  // The reader's certificate includes the salt.
  await query("UPDATE memories SET state = 'delivered' WHERE id = ?", [id]);
  const withSalt = Buffer.from(await (await page.request.get(`/memories/${id}/certificate`)).body());
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  await stranger.goto("/verify");
  await stranger.getByLabel("Or its file").setInputFiles(file("certificate.json", withSalt));
  const big = Buffer.alloc(3_000_000, "another film ");
  await stranger
    .getByLabel("Files to compare with it")
    .setInputFiles([file("letter.txt", Buffer.from(MESSAGE)), file("film.mp4", big)]);
  await stranger.getByRole("button", { name: "Check it" }).click();
  await expect(stranger.getByText("letter.txt is the message, exactly as it was sealed.")).toBeVisible();
  await expect(stranger.getByText("film.mp4 isn’t part of what was sealed.")).toBeVisible();
});

test("the signing keys are published", { tag: "@scriptless" }, async ({ request, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await account.client.get(`/memories/${id}/seal`);
  await account.client.post(`/memories/${id}/seal`, {});
  const answer = await request.get("/.well-known/amberkeep.json");
  expect(answer.headers()).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  const { issuer, keys } = await answer.json();
  const [row] = await query("SELECT manifest, signing_key_id FROM certificates WHERE memory_id = ?", [id]);
  expect(JSON.parse(String(row?.manifest)).issuer).toBe(issuer);
  expect(keys.map(({ keyId }: { keyId: string }) => keyId)).toContain(row?.signing_key_id);
});
