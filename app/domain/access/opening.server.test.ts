import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { CODE_MINUTES, READING_HOURS, WRONG_CODES_AT_MOST } from "~/domain/codes/one-time-code.server";
import {
  type DeliveryByLink,
  findByReplacedLink,
  findDeliveryByLink,
} from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { db } from "~/services/db.server";
import { readPhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, memories, openingCodes, readingSessions } from "~db/schema";
import { createDueLetter, createLetter, DUE_AT, recordOf } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { endReadings, findReadings, hasOpeningCode, redeemOpeningCode, sendOpeningCode } from "./opening.server";
import { viewVault } from "./view-vault.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";

const minutesOn = (minutes: number) => new Date(DUE_AT.getTime() + minutes * 60_000);

async function createArrivedLetter(): Promise<DeliveryByLink> {
  const { user } = await createUser({ name: "Ada" });
  const { delivery } = await createDueLetter(user);
  const found = await findDeliveryByLink(openingLink(delivery));
  if (!found) throw new Error("The link does not work.");
  return found;
}

async function mailedCode({ recipientEmail }: DeliveryByLink): Promise<string> {
  return (await writtenTo(recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
}

const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, "0");

describe("an opening link", () => {
  it("finds its delivery without any content", async () => {
    const found = await createArrivedLetter();
    expect(found).toEqual({
      id: expect.any(String),
      vaultId: expect.any(String),
      recipientName: "Mia",
      recipientEmail: expect.any(String),
      phone: null,
      linkVersion: 0,
      senderId: expect.any(String),
      senderName: "Ada",
      zone: "UTC",
      writtenAt: expect.any(Date),
      isSenderGone: false,
      isToSender: false,
      ownKind: null,
      isBlocked: false,
      remindAt: null,
      declinedAt: null,
      deliveredAt: null,
      movedTo: [],
      openedWith: null,
    });
  });

  it("is refused with any character changed", async () => {
    const link = openingLink(await createArrivedLetter());
    const forged = [...link].map(
      (character, at) => link.slice(0, at) + (character === "a" ? "b" : "a") + link.slice(at + 1),
    );
    expect(await Promise.all(forged.map((changed) => findDeliveryByLink(changed)))).toEqual(
      forged.map(() => undefined),
    );
  });

  it.each([
    ["nothing", ""],
    ["an id alone", createId()],
    ["another alphabet", `${createId()}.${"ä".repeat(43)}`],
    ["a signature that goes on", `${createId()}.${"a".repeat(44)}`],
    ["SQL", "' OR 1=1 -- "],
  ])("leads nowhere when it is %s", async (_, link) => {
    expect(await findDeliveryByLink(link)).toBeUndefined();
  });

  it("does not open another delivery", async () => {
    const [one, other] = [await createArrivedLetter(), await createArrivedLetter()];
    const [, signature] = openingLink(one).split(".");
    expect(await findDeliveryByLink(`${other.id}.${signature}`)).toBeUndefined();
  });

  it("stops working when the email is corrected", async () => {
    const delivery = await createArrivedLetter();
    const link = openingLink(delivery);
    await db.update(deliveries).set({ recipientEmail: "right@example.net" }).where(eq(deliveries.id, delivery.id));
    expect(await findDeliveryByLink(link)).toBeUndefined();
    expect(await findDeliveryByLink(openingLink({ ...delivery, recipientEmail: "right@example.net" }))).toBeDefined();
  });

  it.each(["draft", "scheduled", "sealed", "cancelled"] as const)(
    "leads nowhere while its vault is %s",
    async (state) => {
      const delivery = await createArrivedLetter();
      await db.update(memories).set({ state }).where(eq(memories.id, delivery.vaultId));
      expect(await findDeliveryByLink(openingLink(delivery))).toBeUndefined();
    },
  );
});

describe("a one-time code", () => {
  it("has six digits and is sent only to the email of the delivery", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const [mail, ...others] = await writtenTo(delivery.recipientEmail, "opening_code");
    expect(others).toEqual([]);
    expect(mail?.props).toEqual({
      recipientName: "Mia",
      code: expect.stringMatching(/^\d{6}$/),
      minutes: CODE_MINUTES,
    });
    expect(await recordOf(delivery.vaultId)).toContain("code_sent");
  });

  it("is stored only as a digest", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const [row] = await db.select().from(openingCodes).where(eq(openingCodes.deliveryId, delivery.id));
    expect(JSON.stringify({ ...row, id: "", deliveryId: "" })).not.toContain(code);
  });

  it("opens the vault once and records the opening once", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const opened = await redeemOpeningCode(delivery, BROWSER, code, minutesOn(1));
    expect(opened).toEqual({ ok: true, token: expect.any(String), isFirst: true });
    expect(await redeemOpeningCode(delivery, BROWSER, code, minutesOn(3))).toEqual({ ok: false, reason: "expired" });

    await sendOpeningCode(delivery, BROWSER, minutesOn(2));
    expect((await redeemOpeningCode(delivery, BROWSER, await mailedCode(delivery), minutesOn(3))).ok).toBe(true);
    expect((await recordOf(delivery.vaultId)).filter((kind) => kind === "opened")).toHaveLength(1);
    const [row] = await db.select().from(deliveries).where(eq(deliveries.id, delivery.id));
    expect(row).toMatchObject({ state: "opened", openedAt: minutesOn(1) });
  });

  it("works for less than ten minutes", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    expect(await redeemOpeningCode(delivery, BROWSER, code, minutesOn(CODE_MINUTES))).toEqual({
      ok: false,
      reason: "expired",
    });
    const lastMoment = new Date(minutesOn(CODE_MINUTES).getTime() - 1);
    expect((await redeemOpeningCode(delivery, BROWSER, code, lastMoment)).ok).toBe(true);
  });

  it("refuses the right code after five wrong ones", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await redeemOpeningCode(delivery, BROWSER, otherThan(code, attempt), DUE_AT)).toEqual({
        ok: false,
        reason: "wrong",
      });
    }
    for (const typed of [otherThan(code, 5), code]) {
      expect(await redeemOpeningCode(delivery, BROWSER, typed, DUE_AT)).toEqual({ ok: false, reason: "no_tries_left" });
    }
  });

  it("opens at the fifth try after four wrong ones", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    for (let attempt = 1; attempt <= 4; attempt += 1)
      await redeemOpeningCode(delivery, BROWSER, otherThan(code), DUE_AT);
    expect((await redeemOpeningCode(delivery, BROWSER, code, DUE_AT)).ok).toBe(true);
  });

  it("costs at most five tries under 50 simultaneous guesses", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const guesses = Array.from({ length: 50 }, (_, index) => otherThan(code, index + 1));
    const answers = await Promise.all(guesses.map((guess) => redeemOpeningCode(delivery, BROWSER, guess, DUE_AT)));
    expect(answers.filter((answer) => !answer.ok && answer.reason === "wrong")).toHaveLength(4);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "no_tries_left")).toHaveLength(46);
    const [row] = await db.select().from(openingCodes).where(eq(openingCodes.deliveryId, delivery.id));
    expect(row?.triesLeft).toBe(0);
  });

  it("opens for a second press within a minute, whose first response was lost, and for no third", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const press = (seconds: number, typed = code) =>
      redeemOpeningCode(delivery, BROWSER, typed, new Date(DUE_AT.getTime() + seconds * 1_000));
    const first = await press(1);
    expect(await press(2, otherThan(code))).toEqual({ ok: false, reason: "expired" });
    const second = await press(2);
    expect([first, second]).toMatchObject([
      { ok: true, isFirst: true },
      { ok: true, isFirst: true },
    ]);
    expect(await press(3)).toEqual({ ok: false, reason: "expired" });
    const opens = async (opened: typeof first) =>
      (await findReadings(opened.ok ? [opened.token] : [], DUE_AT)).openedDeliveryIds;
    expect([await opens(first), await opens(second)]).toEqual([[], [delivery.id]]);
  });

  it("leaves the readings of other browsers and letters open at a second press", async () => {
    const [delivery, other] = [await createArrivedLetter(), await createArrivedLetter()];
    const open = async (at: DeliveryByLink, browser: string, now: Date) => {
      await sendOpeningCode(at, browser, now);
      const code = await mailedCode(at);
      const opened = await redeemOpeningCode(at, browser, code, now);
      return { code, token: opened.ok ? opened.token : "" };
    };
    const beside = [await open(delivery, "another browser", DUE_AT), await open(other, BROWSER, minutesOn(1))];
    const { code } = await open(delivery, BROWSER, minutesOn(1));
    expect((await redeemOpeningCode(delivery, BROWSER, code, minutesOn(1))).ok).toBe(true);
    const { openedDeliveryIds } = await findReadings(
      beside.map(({ token }) => token),
      minutesOn(1),
    );
    expect(openedDeliveryIds?.toSorted()).toEqual([delivery.id, other.id].toSorted());
  });

  it("opens for no second press once the letter was closed, or at another contact's link", async () => {
    const [delivery, phone] = [await createArrivedLetter(), readPhoneNumber("+14155550123") ?? null];
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const opened = await redeemOpeningCode(delivery, BROWSER, code, DUE_AT);
    const again = (at: typeof delivery) => redeemOpeningCode(at, BROWSER, code, minutesOn(0.5));
    expect(await again({ ...delivery, phone })).toEqual({ ok: false, reason: "expired" });
    await endReadings(opened.ok ? [opened.token] : []);
    expect(await again(delivery)).toEqual({ ok: false, reason: "expired" });
  });

  it("starts one reading session for 20 simultaneous submits", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => redeemOpeningCode(delivery, BROWSER, code, DUE_AT)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2);
    expect(await db.$count(readingSessions, eq(readingSessions.deliveryId, delivery.id))).toBe(1);
  });

  it("is sent once when the button is pressed twice, at once or seconds later", async () => {
    const delivery = await createArrivedLetter();
    const press = (at: Date) => sendOpeningCode(delivery, BROWSER, at);
    await Promise.all([press(DUE_AT), press(DUE_AT)]);
    await press(new Date(DUE_AT.getTime() + 9_000));
    expect(await writtenTo(delivery.recipientEmail, "opening_code")).toHaveLength(1);
    await press(new Date(DUE_AT.getTime() + 11_000));
    expect(await writtenTo(delivery.recipientEmail, "opening_code")).toHaveLength(2);
  });

  it("is sent once when more presses come at once than there are connections to the database", async () => {
    const delivery = await createArrivedLetter();
    await Promise.all(Array.from({ length: 30 }, () => sendOpeningCode(delivery, BROWSER, DUE_AT)));
    expect(await writtenTo(delivery.recipientEmail, "opening_code")).toHaveLength(1);
  });

  it("is replaced by the next one, which has five tries of its own", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const first = await mailedCode(delivery);
    await sendOpeningCode(delivery, BROWSER, minutesOn(1));
    const second = await mailedCode(delivery);
    if (first !== second) {
      expect(await redeemOpeningCode(delivery, BROWSER, first, minutesOn(2))).toEqual({ ok: false, reason: "wrong" });
    }
    expect((await redeemOpeningCode(delivery, BROWSER, second, minutesOn(2))).ok).toBe(true);
    expect(await redeemOpeningCode(delivery, BROWSER, first, minutesOn(2))).toEqual({ ok: false, reason: "expired" });
  });

  it("does not open another delivery", async () => {
    const [one, other] = [await createArrivedLetter(), await createArrivedLetter()];
    await sendOpeningCode(one, BROWSER, DUE_AT);
    expect(await redeemOpeningCode(other, BROWSER, await mailedCode(one), DUE_AT)).toEqual({
      ok: false,
      reason: "expired",
    });
  });
});

describe("a code in another browser", () => {
  it("does not open, costs no try, and still opens in the browser that asked", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    for (const guess of [code, otherThan(code)]) {
      expect(await redeemOpeningCode(delivery, "another browser", guess, DUE_AT)).toEqual({
        ok: false,
        reason: "other_browser",
      });
    }
    const [row] = await db.select().from(openingCodes).where(eq(openingCodes.deliveryId, delivery.id));
    expect(row?.triesLeft).toBe(5);
    expect((await redeemOpeningCode(delivery, BROWSER, code, DUE_AT)).ok).toBe(true);
  });

  it("works beside it, each in its own browser", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    await sendOpeningCode(delivery, "another browser", minutesOn(1));
    const theirs = await mailedCode(delivery);
    for (let guess = 0; guess < 5; guess += 1) {
      await redeemOpeningCode(delivery, "another browser", otherThan(theirs), minutesOn(1));
    }
    expect((await redeemOpeningCode(delivery, BROWSER, code, minutesOn(1))).ok).toBe(true);
  });
});

describe("too many wrong codes", () => {
  /** Enters wrong codes until they stop being counted. Returns their number. */
  async function guessUntilReplaced(delivery: DeliveryByLink, at = DUE_AT): Promise<number> {
    for (let count = 1; count <= 2 * WRONG_CODES_AT_MOST; count += 1) {
      if (count % 5 === 1) await sendOpeningCode(delivery, BROWSER, new Date(at.getTime() + count));
      const wrong = otherThan(await mailedCode(delivery));
      const answer = await redeemOpeningCode(delivery, BROWSER, wrong, new Date(at.getTime() + count));
      if (!answer.ok && answer.reason === "link_replaced") return count;
    }
    return Number.POSITIVE_INFINITY;
  }
  const linkIn = (url = "") => url.split("/open/")[1] ?? "";

  it("replace the link: the old one stops, and a fresh one is mailed to the address", async () => {
    const delivery = await createArrivedLetter();
    expect(await guessUntilReplaced(delivery)).toBe(WRONG_CODES_AT_MOST);
    expect(await findDeliveryByLink(openingLink(delivery))).toBeUndefined();
    expect(await findByReplacedLink(openingLink(delivery))).toMatchObject({ id: delivery.id, linkVersion: 1 });
    const mails = await writtenTo(delivery.recipientEmail, "fresh_link");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.props.unsubscribeUrl).toContain("/stop/");
    const fresh = await findDeliveryByLink(linkIn(mails[0]?.props.url));
    expect(fresh).toMatchObject({ id: delivery.id, recipientEmail: delivery.recipientEmail });
    expect(await recordOf(delivery.vaultId)).toContain("link_replaced");

    const later = new Date(DUE_AT.getTime() + 60_000);
    await sendOpeningCode(fresh ?? expect.unreachable(), BROWSER, later);
    expect(
      (await redeemOpeningCode(fresh ?? expect.unreachable(), BROWSER, await mailedCode(delivery), later)).ok,
    ).toBe(true);
  });

  it("end the codes of the link with it", async () => {
    const delivery = await createArrivedLetter();
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const code = await mailedCode(delivery);
    await db
      .update(deliveries)
      .set({ wrongCodes: WRONG_CODES_AT_MOST - 1 })
      .where(eq(deliveries.id, delivery.id));
    expect(await hasOpeningCode(delivery, BROWSER, DUE_AT)).toBe(true);
    expect(await redeemOpeningCode(delivery, BROWSER, otherThan(code), DUE_AT)).toMatchObject({ ok: false });
    expect(await hasOpeningCode(delivery, BROWSER, DUE_AT)).toBe(false);
    expect(await redeemOpeningCode(delivery, BROWSER, code, DUE_AT)).toEqual({ ok: false, reason: "expired" });
  });

  it("are counted per link, and do not affect other deliveries", async () => {
    const [delivery, other] = [await createArrivedLetter(), await createArrivedLetter()];
    const wrongCodes = WRONG_CODES_AT_MOST;
    await db.update(deliveries).set({ wrongCodes }).where(eq(deliveries.id, other.id));
    await guessUntilReplaced(delivery);
    expect(await findDeliveryByLink(openingLink(other))).toBeDefined();
    expect(await db.select().from(deliveries).where(eq(deliveries.id, other.id))).toMatchObject([{ wrongCodes }]);
    const fresh = await findDeliveryByLink(openingLink({ ...delivery, linkVersion: 1 }));
    expect(await guessUntilReplaced(fresh ?? expect.unreachable(), minutesOn(5))).toBe(WRONG_CODES_AT_MOST);
    for (const linkVersion of [0, 1]) {
      expect(await findDeliveryByLink(openingLink({ ...delivery, linkVersion }))).toBeUndefined();
      expect(await findByReplacedLink(openingLink({ ...delivery, linkVersion }))).toBeDefined();
    }
    expect(await findByReplacedLink(openingLink({ ...delivery, linkVersion: 2 }))).toBeUndefined();
  });
});

describe("a reading session", () => {
  it("shows one vault for its hours and stores its token only as a digest", async () => {
    const delivery = await createArrivedLetter();
    const { user: other } = await createUser();
    const another = await createLetter(other);
    await sendOpeningCode(delivery, BROWSER, DUE_AT);
    const opened = await redeemOpeningCode(delivery, BROWSER, await mailedCode(delivery), DUE_AT);
    const token = opened.ok ? opened.token : "";
    expect(await db.$count(readingSessions, eq(readingSessions.tokenHash, token))).toBe(0);

    const nothing = { openedDeliveryIds: [], claimedDeliveryIds: [], openedContactIds: [], codesTo: {} };
    expect(await findReadings([token], DUE_AT)).toEqual({
      ...nothing,
      openedDeliveryIds: [delivery.id],
      codesTo: { [delivery.id]: delivery.recipientEmail },
    });
    const viewer = { openedDeliveryIds: [delivery.id] };
    expect(await viewVault(viewer, delivery.vaultId, DUE_AT)).toMatchObject({
      view: { as: "recipient" },
      vault: { message: "Dear Mia, by now you can read this yourself." },
    });
    expect(await viewVault(viewer, another, DUE_AT)).toBeUndefined();

    expect(await findReadings([token], minutesOn(READING_HOURS * 60))).toEqual(nothing);
    expect(await findReadings([`${token}x`, ""], DUE_AT)).toEqual(nothing);
  });
});
