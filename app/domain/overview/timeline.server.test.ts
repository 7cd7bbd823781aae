import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { ownerOfReceived } from "~/domain/account/list-owner.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { readdress } from "~/domain/delivery/readdress.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories, searchTerms } from "~db/schema";
import { changeEmail } from "../../../tests/factories/email-change";
import { createFullAccount } from "../../../tests/factories/full-account";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  reportEvent,
} from "../../../tests/factories/letter";
import { sendMessage } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { listSenders, listTimeline, type TimelineFilter } from "./timeline.server";
import type { Cursor } from "./vault-summary.server";

async function titles(user: User, filter: TimelineFilter = {}): Promise<string[]> {
  const { entries } = await listTimeline(user, filter);
  return entries.map((entry) => entry.title);
}

describe("the timeline", () => {
  let anna: User;
  let leo: User;
  let stranger: User;

  beforeAll(async () => {
    anna = (await createUser({ vaultLimit: 50, name: "Anna Berger" })).user;
    leo = (await createUser({ vaultLimit: 50, name: "Leo Berger" })).user;
    stranger = (await createUser({ vaultLimit: 50 })).user;
    await createLetter(anna, {
      title: "Crème brûlée",
      message: "The secret is Grandma’s nutmeg.",
      deliveryDate: "2044-06-14",
    });
    await createLetter(anna, { title: "For Leo", type: "photo", deliveryDate: "2033-01-01", recipientName: "Leo" });
    await createDueLetter(leo, {
      title: "A letter, after all",
      recipientEmail: anna.email,
      message: "Nobody writes letters. Don't you agree?",
    });
    await createLetter(leo, { title: "Not yet", recipientEmail: anna.email, deliveryDate: "2044-01-01" });
    await createLetter(stranger, { title: "Crème of another user" });
    await cancelVault(anna, await createLetter(anna, { title: "Cancelled" }));
  });

  it("shows sent and received vaults, newest delivery first", async () => {
    const { entries } = await listTimeline(anna, {});
    expect(entries.map(({ title, direction }) => [title, direction])).toEqual([
      ["Crème brûlée", "sent"],
      ["For Leo", "sent"],
      ["A letter, after all", "received"],
    ]);
    expect(entries.at(-1)).toMatchObject({ senderName: "Leo Berger", isOpened: false });
  });

  it.each([
    ["creme", ["Crème brûlée"]],
    ["BRÛ", ["Crème brûlée"]],
    ["nutmeg", ["Crème brûlée"]],
    ["nutm", []],
    ["secret brulee", ["Crème brûlée"]],
    ["secret leo", []],
    ["leo", ["For Leo", "A letter, after all"]],
    ["nobody", ["A letter, after all"]],
    ["grandma's nutmeg", ["Crème brûlée"]],
    ["grandma’s nutmeg", ["Crème brûlée"]],
    ["don't agree", ["A letter, after all"]],
    ["don’t agree", ["A letter, after all"]],
    ["!!!", []],
    ["   ", ["Crème brûlée", "For Leo", "A letter, after all"]],
  ])("finds by a search for %j: %j", async (search, found) => {
    expect(await titles(anna, { search })).toEqual(found);
  });

  it("finds words with ß, ł, ø or đ by the plain letters that people type", async () => {
    const { user } = await createUser({ vaultLimit: 50 });
    await createLetter(user, { title: "Große Straße", recipientName: "Łukasz" });
    await createLetter(user, { title: "Thư từ Đà Nẵng", recipientName: "Søren Kjær" });
    await createLetter(user, { title: "Isparta ve ışık" });
    for (const [search, found] of [
      ["STRASSE", "Große Straße"],
      ["strass", "Große Straße"],
      ["große straße", "Große Straße"],
      ["lukasz", "Große Straße"],
      ["da nang", "Thư từ Đà Nẵng"],
      ["soren kjaer", "Thư từ Đà Nẵng"],
      ["ısparta ISIK", "Isparta ve ışık"],
    ] as const)
      expect([search, ...(await titles(user, { search }))]).toEqual([search, found]);
  });

  it("finds an address by its domain, in either form", async () => {
    const { user } = await createUser({ vaultLimit: 50 });
    const email = "mia@xn--exmple-cua.org";
    await createLetter(user, { title: "Letter", recipientEmail: email });
    await createLetter(user, { title: "Board", type: "memory-board", boardRecipients: [{ name: "Mia", email }] });
    for (const search of ["mia@exämple.org", "exämple", "mia@xn--exmple-cua.org"])
      expect([search, ...(await titles(user, { search })).toSorted()]).toEqual([search, "Board", "Letter"]);
  });

  it("finds a long word by any of its beginnings", async () => {
    const { user } = await createUser({ vaultLimit: 50 });
    await createLetter(user, { title: "Geburtstagsüberraschung", recipientName: "사랑하는우리할머니께" });
    for (const search of ["geburtstags", "geburtstagsüberr", "사랑하는우리할머"])
      expect([search, ...(await titles(user, { search }))]).toEqual([search, "Geburtstagsüberraschung"]);
  });

  it("finds emoji", async () => {
    const { user } = await createUser({ vaultLimit: 50 });
    await createLetter(user, { title: "🎂🎉", message: "From Rome 🇮🇹, with ❤️" });
    await createLetter(user, { title: "Wave 👋🏽" });
    for (const [search, found] of [
      ["🎉", "🎂🎉"],
      ["🎂 rome", "🎂🎉"],
      ["🇮🇹", "🎂🎉"],
      ["❤", "🎂🎉"],
      ["👋", "Wave 👋🏽"],
      ["wave 🎂", undefined],
    ] as const)
      expect([search, ...(await titles(user, { search }))]).toEqual(found ? [search, found] : [search]);
  });

  it("finds words of scripts without spaces anywhere in a text", async () => {
    const { user } = await createUser({ vaultLimit: 50 });
    await createLetter(user, { title: "給女兒的一封信", message: "祝妳二十歲生日快樂。" });
    await createLetter(user, { title: "さくらへ", message: "一緒に東京タワーへ行きました。iPhoneの写真です。" });
    await createLetter(user, { title: "จดหมายถึงลูกสาว", message: "สุขสันต์วันเกิด ที่ทะเล" });
    for (const [search, found] of [
      ["女兒", "給女兒的一封信"],
      ["信", "給女兒的一封信"],
      ["女兒的一封信 生日快樂", "給女兒的一封信"],
      ["兒女", undefined],
      ["東京タワー", "さくらへ"],
      ["ﾀﾜｰ", "さくらへ"],
      ["iphone 写真", "さくらへ"],
      ["さくら", "さくらへ"],
      ["ลูกสาว", "จดหมายถึงลูกสาว"],
      ["วันเกิด", "จดหมายถึงลูกสาว"],
      ["ลูกชาย", undefined],
    ] as const)
      expect([search, ...(await titles(user, { search }))]).toEqual(found ? [search, found] : [search]);
  });

  it("filters by sender and type", async () => {
    expect(await titles(anna, { sender: "me" })).toEqual(["Crème brûlée", "For Leo"]);
    expect(await titles(anna, { sender: leo.id })).toEqual(["A letter, after all"]);
    expect(await titles(anna, { sender: stranger.id })).toEqual([]);
    expect(await titles(anna, { tag: "photo" })).toEqual(["For Leo"]);
    expect(await titles(anna, { tag: "photo", search: "creme" })).toEqual([]);
    expect(await listSenders(anna)).toEqual([{ id: leo.id, name: "Leo Berger" }]);
    expect(await listSenders(stranger)).toEqual([]);
  });

  it("lists senders by name, whatever its case and accents", async () => {
    const reader = (await createUser()).user;
    for (const name of ["Zoe", "émile", "Anna"]) {
      await createDueLetter((await createUser({ name })).user, { recipientEmail: reader.email });
    }
    const senders = await listSenders(reader);
    expect(senders.map(({ name }) => name)).toEqual(["Anna", "émile", "Zoe"]);
  });

  it("shows nothing received to an unverified email", async () => {
    expect(await titles({ ...anna, isEmailVerified: false }, { sender: leo.id })).toEqual([]);
  });

  it("pages through sent and received vaults without duplicates or gaps", async () => {
    const { user } = await createUser({ vaultLimit: 60 });
    for (let count = 0; count < 25; count += 1) await createLetter(user, { deliveryDate: "2031-06-14" });
    for (let count = 0; count < 20; count += 1) await createDueLetter(leo, { recipientEmail: user.email });
    const seen: string[] = [];
    let after: Cursor | undefined;
    do {
      const page = await listTimeline(user, {}, after);
      seen.push(...page.entries.map((entry) => entry.id));
      after = page.next;
    } while (after);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
  });
});

describe("what can be searched for", () => {
  it("follows changes, loses the message when sealed, and all words when cancelled", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const input = {
      title: "Before",
      message: "nutmeg",
      deliveryDate: "2044-06-14",
      deliveryHour: 9,
      deliveryZone: "UTC",
    };
    const id = await createLetter(user, input);
    await updateVault(user, id, { ...input, title: "After", message: "cinnamon", deliveryDate: "2045-01-01" });
    expect(await titles(user, { search: "nutmeg" })).toEqual([]);
    expect(await titles(user, { search: "cinnamon" })).toEqual(["After"]);
    await sealVault(user, id);
    expect(await titles(user, { search: "cinnamon" })).toEqual([]);
    expect(await titles(user, { search: "after" })).toEqual(["After"]);
    await cancelVault(user, id);
    expect(await db.$count(searchTerms, eq(searchTerms.vaultId, id))).toBe(0);
  });

  it("is searchable for its recipient once delivered", async () => {
    const { user: reader } = await createUser();
    const { user } = await createUser({ vaultLimit: 5 });
    const id = await createLetter(user, { title: "Kept", message: "cardamom", recipientEmail: reader.email });
    expect(await titles(reader, { search: "cardamom" })).toEqual([]);
    await deliverVault(id, DUE_AT);
    const received = and(eq(searchTerms.vaultId, id), eq(searchTerms.owner, ownerOfReceived(reader.email)));
    expect(await db.$count(searchTerms, received)).toBe(0);
    expect(await titles(reader, { search: "cardamom" })).toEqual(["Kept"]);
    expect(await db.$count(searchTerms, received)).toBeGreaterThan(0);
  });

  it("says while it has not looked at all of hundreds of received vaults", async () => {
    const { user: reader } = await createFullAccount(250, new Date());
    const isPartial = async (filter: object) => (await listTimeline(reader, filter)).isPartial;
    expect(await isPartial({})).toBe(false);
    expect(await isPartial({ search: "nothing", sender: "me" })).toBe(false);
    expect(await isPartial({ search: "nothing" })).toBe(true);
    expect(await isPartial({ search: "nothing" })).toBe(false);
  });

  it("stays searchable for both addresses when it moved to the second one, until it is cancelled", async () => {
    const [{ user: first }, { user: second, sessionToken }] = [await createUser(), await createUser()];
    const { user } = await createUser({ vaultLimit: 5 });
    const addresses = { recipientEmail: first.email, secondEmail: second.email };
    const { id, delivery } = await createDueLetter(user, { title: "Kept", message: "saffron", ...addresses });
    await titles(first, { search: "saffron" });
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    await reportEvent(delivery.messageId, "bounced");
    expect(await titles(first, { search: "saffron" })).toEqual(["Kept"]);
    expect(await titles(second, { search: "saffron" })).toEqual(["Kept"]);
    expect(await titles(await changeEmail({ sessionToken }), { search: "saffron" })).toEqual(["Kept"]);
    await db.update(memories).set({ state: "held" }).where(eq(memories.id, id));
    await cancelVault(user, id, DUE_AT);
    expect(await db.$count(searchTerms, eq(searchTerms.vaultId, id))).toBe(0);
  });

  it("includes an address that was corrected after the mail came back", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createFailedLetter(user, { title: "Kept", recipientName: "" });
    await readdress(user, id, { deliveryId: delivery.id, email: "juniper@example.net" }, DUE_AT);
    expect(await titles(user, { search: "juniper@example.net" })).toEqual(["Kept"]);
  });

  it("includes the recipients of a board", async () => {
    const { user } = await createUser();
    const boardRecipients = [{ name: "Rosalind Marsh", email: "r.marsh@example.net" }];
    await createLetter(user, { type: "memory-board", title: "Eighty years", boardRecipients });
    for (const search of ["rosalind", "r.marsh@example.net"])
      expect(await titles(user, { search })).toEqual(["Eighty years"]);
  });

  it("is stored as digests that differ between users", async () => {
    const { user: one } = await createUser({ vaultLimit: 5 });
    const { user: other } = await createUser({ vaultLimit: 5 });
    const ids = [await createLetter(one, { title: "Nutmeg" }), await createLetter(other, { title: "Nutmeg" })];
    const [first = [], second = []] = await Promise.all(
      ids.map((id) => db.select().from(searchTerms).where(eq(searchTerms.vaultId, id))),
    );
    const ofSecond = new Set(second.map((row) => row.term.toString("hex")));
    expect(first.filter((row) => ofSecond.has(row.term.toString("hex")))).toEqual([]);
    expect(first.some((row) => row.term.toString().includes("nut"))).toBe(false);
  });
});
