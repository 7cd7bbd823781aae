import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it, vi } from "vitest";
import { addMedia } from "~/domain/media/media.server";
import { personOf } from "~/http/access/viewer.server";
import { acquireSlot } from "~/http/concurrency.server";
import { heavyJpeg } from "../../tests/corpus/photos";
import type { Browser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as live from "./live";
import * as keepsake from "./memories.$id_.keepsake";

/** More than is read ahead for a slow client. */
const PHOTO = await heavyJpeg(600_000);

async function arrange() {
  const { user, browser } = await createUser();
  const id = await createLetter(user, { deliveryDate: "2044-06-14" });
  const photo = await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", content: PHOTO });
  return { user, browser, id, photo };
}

const download = (id: string, browser: Browser, init: RequestInit = {}) => {
  const request = new Request(pageRequest(`/memories/${id}/keepsake`, browser), init);
  return answerOf(keepsake.loader, request, browser, { id });
};
const listen = (browser: Browser, init: RequestInit = {}) => {
  const request = new Request(pageRequest("/live", browser), init);
  return answerOf(live.loader, request, browser);
};
const statusesOf = (responses: Response[]) => responses.map(({ status }) => status);

describe("keepsakes", () => {
  it("are refused with 429 while two of the same person are under way", async () => {
    const { browser, id } = await arrange();
    const running = [await download(id, browser), await download(id, browser)];
    expect(statusesOf(running)).toEqual([200, 200]);
    const refused = await download(id, browser);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "30"]);
    expect(await refused.text()).toContain("Your other downloads are still running. Please try again");
    const other = await arrange();
    expect((await (await download(other.id, other.browser)).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    await running[0]?.body?.cancel();
    const again = await download(id, browser);
    expect((await again.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    await running[1]?.arrayBuffer();
  });

  it("end with a request that is aborted before they are sent", async () => {
    const { browser, id } = await arrange();
    const later = new AbortController();
    for (const signal of [AbortSignal.abort(), AbortSignal.abort(), later.signal, later.signal])
      expect((await download(id, browser, { signal })).status).toBe(200);
    later.abort();
    await vi.waitFor(async () => expect((await download(id, browser)).status).toBe(200));
  });

  it("end at once for HEAD, whose body Remix drops", async () => {
    const { browser, id } = await arrange();
    for (let time = 0; time < 3; time += 1)
      await vi.waitFor(async () => expect((await download(id, browser, { method: "HEAD" })).status).toBe(200));
  });

  it("are refused with 503 while too many people have some under way", async () => {
    const { browser, id } = await arrange();
    const others = Array.from({ length: 12 }, () => acquireSlot("keepsake", { person: createId(), ip: createId() }));
    const refused = await download(id, browser);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await refused.text()).toContain("Many downloads are running right now");
    for (const other of others) if (other.ok) other.release();
    expect((await (await download(id, browser)).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  it("count for each account, code and card", () => {
    const viewers = [{ openedDeliveryIds: ["a"] }, { claimedDeliveryIds: ["b"] }, { claimedDeliveryIds: ["c"] }];
    expect(new Set(viewers.map(personOf)).size).toBe(3);
  });

  it("for a missing vault take no slot", async () => {
    const { browser } = await arrange();
    for (let time = 0; time < 3; time += 1) expect((await download(createId(), browser)).status).toBe(404);
  });
});

describe("copies", () => {
  it("are refused one at a time, with what was typed", async () => {
    const { user, browser, id, photo } = await arrange();
    const form = { formId: createId(), title: "Once more", intent: "attach", copy: photo };
    const send = () => {
      const path = `/create?type=send-to-someone&step=form&duplicateFrom=${id}`;
      return answerOf(create.action, formRequest(path, form, browser), browser);
    };
    const running = acquireSlot("copy", { person: user.id, ip: browser.clientIp });
    const refused = await send();
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "30"]);
    await expect(refused.clone()).toBeRefused(429, "form", /^Your other copies are still running/);
    expect(await refused.json()).toMatchObject({ initialValue: { title: "Once more" }, files: [] });
    if (running.ok) running.release();
    expect(await (await send()).text()).toContain("sea.jpg");
  });
});

describe("live event streams", () => {
  it("end at once when a person has too many", async () => {
    const { browser } = await arrange();
    const closing = new AbortController();
    const open = await Promise.all(Array.from({ length: 12 }, () => listen(browser, { signal: closing.signal })));
    expect(new Set(statusesOf(open))).toEqual(new Set([200]));
    expect((await listen(browser)).status).toBe(204);
    const other = await listen((await arrange()).browser);
    expect(other.status).toBe(200);
    await other.body?.cancel();
    closing.abort();
    const again = await listen(browser);
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it("end at once for HEAD, whose body Remix drops", async () => {
    const { browser } = await arrange();
    const heads = await Promise.all(Array.from({ length: 13 }, () => listen(browser, { method: "HEAD" })));
    expect(new Set(statusesOf(heads))).toEqual(new Set([200]));
    const { status, body } = await listen(browser);
    expect(status).toBe(200);
    await body?.cancel();
  });
});
