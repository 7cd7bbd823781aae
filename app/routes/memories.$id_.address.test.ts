import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listBoardAddresses } from "~/domain/delivery/board-addresses.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter, DUE_AT, DUE_DATE, deliveriesOf, letterInput, storedVault } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as memory from "./memories.$id";
import * as address from "./memories.$id_.address";
import * as confirmation from "./memories.$id_.confirmation";

type Overrides = Parameters<typeof createLetter>[1];

const MIA = { name: "Mia", email: "mia@example.net" };

async function arrange(overrides: Overrides) {
  const { user, browser } = await createUser();
  const id = await createLetter(user, overrides);
  const at = (page: string) => `/memories/${id}${page}`;
  return {
    user,
    id,
    details: async () => {
      const response = await answerOf(memory.loader, pageRequest(at(""), browser), browser, { id });
      return (await response.json()).details;
    },
    see: (page: "/address" | "/confirmation") => {
      const { loader } = page === "/address" ? address : confirmation;
      return answerOf(loader, pageRequest(at(page), browser), browser, { id });
    },
    change: (fields: Fields) => answerOf(address.action, formRequest(at("/address"), fields, browser), browser, { id }),
    ask: () => answerOf(confirmation.action, formRequest(at("/confirmation"), {}, browser), browser, { id }),
  };
}

const onlyHost = async () => {
  const board = await arrange({ type: "memory-board", boardRecipients: [] });
  return { ...board, vault: `/memories/${board.id}` };
};

it("a board without recipients offers nothing about addresses, and its pages lead back to it", async () => {
  const board = await onlyHost();
  expect(await board.details()).toMatchObject({ mayAsk: false, mayChange: false });
  for (const page of ["/address", "/confirmation"] as const) {
    expect(await board.see(page)).toHaveRedirect(board.vault, 302);
  }
});

it("a board without recipients has no address to change, and no one to ask", async () => {
  const board = await onlyHost();
  const changed = await board.change({});
  expect(changed).toHaveRedirect(board.vault, 303);
  await expect(changed).toSendToast({ title: "Nothing to change", kind: "error" });
  const asked = await board.ask();
  expect(asked).toHaveRedirect(board.vault, 303);
  await expect(asked).toSendToast({ title: "No one was asked", kind: "error" });
});

it("a board with recipients offers both", async () => {
  const board = await arrange({ type: "memory-board", boardRecipients: [MIA] });
  expect(await board.details()).toMatchObject({ mayAsk: true, mayChange: true });
  expect((await board.see("/address")).status).toBe(200);
  expect((await board.see("/confirmation")).status).toBe(200);
});

describe("on the list of a sealed board", () => {
  const LEO = { name: "Leo", email: "leo@example.net" };

  async function sealedBoard() {
    const board = await arrange({ type: "memory-board", boardRecipients: [MIA, LEO], deliveryDate: DUE_DATE });
    expect(await sealVault(board.user, board.id)).toMatchObject({ ok: true });
    return board;
  }

  it("an email can be corrected, and receives the board on its day", async () => {
    const board = await sealedBoard();
    const { addresses } = await (await board.see("/address")).json();
    expect(addresses).toMatchObject({ isSealed: true, listed: [{ recipientName: "Mia" }, { recipientName: "Leo" }] });
    const { position } = addresses.listed[1];
    const changed = await board.change({ position, email: "leo@example.com" });
    expect(changed).toHaveRedirect(`/memories/${board.id}`, 303);
    await expect(changed).toSendToast({ title: "Saved" });
    const { entries } = await listTimeline(board.user, { search: "leo@example.com" });
    expect(entries).toMatchObject([{ id: board.id }]);
    await deliverVault(board.id, DUE_AT);
    const emails = (await deliveriesOf(board.id)).map(({ recipientEmail }) => recipientEmail);
    expect(emails.sort()).toEqual([board.user.email, "leo@example.com", MIA.email].sort());
  });

  it("an email is checked again once it's corrected", async () => {
    const board = await sealedBoard();
    const checked = { addressStatus: "no_mail" as const, nextCheckAt: DUE_AT };
    await db.update(memories).set(checked).where(eq(memories.id, board.id));
    await board.change({ position: "0", email: "mia@example.com" });
    const { addressStatus, nextCheckAt } = await storedVault(board.id);
    expect(addressStatus).toBeNull();
    expect(nextCheckAt?.getTime()).toBeLessThan(DUE_AT.getTime());
  });

  it("an email that another recipient has is refused", async () => {
    const board = await sealedBoard();
    const taken = "Someone else on this vault’s list already has this address.";
    await expect(await board.change({ position: "0", email: LEO.email })).toBeRefused(400, "email", taken);
    await expect(await board.change({ position: "0", email: "" })).toBeRefused(
      400,
      "email",
      "Please enter a valid email address",
    );
  });

  it("nothing changes for a place that isn't on it, once it's cancelled, or for another account", async () => {
    const board = await sealedBoard();
    const other = await createUser();
    const fields = { position: "0", email: "new@example.net" };
    const posted = formRequest(`/memories/${board.id}/address`, fields, other.browser);
    const refused = await answerOf(address.action, posted, other.browser, { id: board.id });
    await expect(refused).toSendToast({ title: "Error", description: "Memory not found." });
    expect(await board.change({ ...fields, position: "2" })).toHaveRedirect(`/memories/${board.id}`, 303);
    expect(await cancelVault(board.user, board.id)).toMatchObject({ ok: true });
    expect(await board.change(fields)).toHaveRedirect(`/memories/${board.id}`, 303);
    expect(await listBoardAddresses(db, board.id)).toMatchObject([
      { recipientEmail: MIA.email },
      { recipientEmail: LEO.email },
    ]);
  });
});

it("the owner is mailed when the addresses of a sealed vault change, and only then", async () => {
  const letter = await arrange({ recipientEmail: MIA.email });
  const board = await arrange({ type: "memory-board", boardRecipients: [MIA] });
  const alertsOf = async ({ user }: typeof letter) => {
    const alerts = await writtenTo(user.email, "security_alert");
    return alerts.map(({ props: { event, url } }) => ({ event, path: new URL(url).pathname }));
  };
  for (const [vault, fields] of [
    [letter, (email: string) => ({ email })],
    [board, (email: string) => ({ position: "0", email })],
  ] as const) {
    await vault.change(fields("mia@example.com"));
    expect(await alertsOf(vault)).toEqual([]);
    await sealVault(vault.user, vault.id);
    await vault.change(fields("mia@example.org"));
    await vault.change(fields("mia@example.org"));
    expect(await alertsOf(vault)).toEqual([{ event: "sealed_readdressed", path: `/memories/${vault.id}` }]);
  }
});

it("a board's backup contact can be changed without recipients, too", async () => {
  const board = await arrange({ type: "memory-board", boardRecipients: [], backupEmail: "ben@example.net" });
  expect(await board.details()).toMatchObject({ mayAsk: false, mayChange: true });
  await expect(await board.change({ backupEmail: "" })).toSendToast({ title: "Saved" });
  expect(await storedVault(board.id)).toMatchObject({ backupEmail: null });
});

it.each([
  ["a board without recipients", { type: "memory-board" as const, boardRecipients: [] }],
  ["a vault to oneself", { type: "future-self" as const }],
])(
  "the last contact of %s is removed with the same response when the button is pressed twice",
  async (_, overrides) => {
    const vault = await arrange({ ...overrides, backupEmail: "ben@example.net" });
    for (const answer of [await vault.change({ backupEmail: "" }), await vault.change({ backupEmail: "" })])
      await expect(answer).toSendToast({ title: "Saved" });
  },
);

it("a letter to one's own address can be changed, and has no one to ask", async () => {
  const { user, browser } = await createUser();
  const id = await createLetter(user, { recipientEmail: user.email });
  const page = pageRequest(`/memories/${id}/confirmation`, browser);
  expect(await answerOf(confirmation.loader, page, browser, { id })).toHaveRedirect(`/memories/${id}`, 302);
  expect(
    (await answerOf(address.loader, pageRequest(`/memories/${id}/address`, browser), browser, { id })).status,
  ).toBe(200);
});

it.each<[string, Overrides]>([
  ["a board", { type: "memory-board", boardRecipients: [MIA] }],
  ["a vault to oneself", { type: "future-self" }],
])("an empty form saves nothing for %s", async (_, overrides) => {
  const vault = await arrange(overrides);
  await expect(await vault.change({ secondEmail: "", backupName: "", backupEmail: "" })).toBeRefused(
    400,
    "backupEmail",
    "Please enter an address that we can turn to.",
  );
  await expect(await vault.change({ backupEmail: "ben@example.net" })).toSendToast({ title: "Saved" });
  expect(await storedVault(vault.id)).toMatchObject({ backupEmail: "ben@example.net" });
});

describe("of a form that was opened before another window saved", () => {
  const BEN = { backupName: "Ben", backupEmail: "ben@example.net" };

  /** The fields of an open page, with which its form is sent. */
  async function openForm(vault: Awaited<ReturnType<typeof arrange>>) {
    const { addresses } = (await (await vault.see("/address")).json()) as { addresses: { reach: Fields } };
    return { ...addresses.reach, openedWith: JSON.stringify(addresses.reach) };
  }

  it("fields that were not changed keep what the other one saved", async () => {
    const letter = await arrange({ recipientEmail: MIA.email });
    const old = await openForm(letter);
    await letter.change({ ...old, email: "mia@example.com" });
    await expect(await letter.change({ ...old, ...BEN })).toSendToast({ title: "Saved" });
    await expect(await letter.change(old)).toSendToast({ title: "Saved" });
    await letter.change({ ...old, secondEmail: "mia@example.org" });
    const saved = { recipientEmail: "mia@example.com", secondEmail: "mia@example.org", ...BEN };
    expect(await storedVault(letter.id)).toMatchObject(saved);
  });

  it("the same field is refused once, and a backup contact stays whole", async () => {
    const letter = await arrange({ recipientEmail: MIA.email, ...BEN });
    const old = await openForm(letter);
    await letter.change({ ...old, email: "mia@example.com", backupName: "", backupEmail: "" });
    for (const [field, typed, shown] of [
      [
        "email",
        { email: "mia@example.org" },
        "Meanwhile this was changed to mia@example.com. Save again to replace that.",
      ],
      ["backupEmail", { backupName: "Benjamin" }, "Meanwhile this was emptied. Save again to replace that."],
    ] as const) {
      const before = await storedVault(letter.id);
      const refused = await letter.change({ ...old, ...typed });
      await expect(refused.clone()).toBeRefused(409, field, shown);
      expect(await storedVault(letter.id)).toEqual(before);
      const { openedWith } = (await refused.json()) as { openedWith: string };
      await expect(await letter.change({ ...old, ...typed, openedWith })).toSendToast({ title: "Saved" });
    }
    expect(await storedVault(letter.id)).toMatchObject({
      recipientEmail: "mia@example.org",
      ...BEN,
      backupName: "Benjamin",
    });
  });

  it("a board's next recipient does not get the email of one who left the list", async () => {
    const [leo, zoe] = [
      { name: "Leo", email: "leo@example.net" },
      { name: "Zoe", email: "zoe@example.net" },
    ];
    const board = await arrange({ type: "memory-board", boardRecipients: [MIA, leo, zoe] });
    const old = { position: "1", openedWith: JSON.stringify({ recipientEmail: leo.email }) };
    await updateVault(board.user, board.id, letterInput({ type: "memory-board", boardRecipients: [MIA, zoe] }));
    const refused = await board.change({ ...old, email: "leo@example.com" });
    expect(refused).toHaveRedirect(`/memories/${board.id}/address`);
    await expect(refused).toSendToast({ title: "Nothing changed", kind: "error" });
    expect(await listBoardAddresses(db, board.id)).toMatchObject([
      { recipientEmail: MIA.email },
      { recipientEmail: zoe.email },
    ]);
    const fresh = {
      position: "1",
      openedWith: JSON.stringify({ recipientEmail: zoe.email }),
      email: "zoe@example.com",
    };
    for (const answer of [await board.change(fresh), await board.change(fresh)])
      await expect(answer).toSendToast({ title: "Saved" });
  });

  it("unreadable addresses in it count as none", async () => {
    const letter = await arrange({ recipientEmail: MIA.email });
    for (const [index, openedWith] of ["{", "[]", '{"email":1}', ""].entries()) {
      const email = `mia${index}@example.org`;
      await expect(await letter.change({ email, openedWith })).toSendToast({ title: "Saved" });
      expect(await storedVault(letter.id)).toMatchObject({ recipientEmail: email });
    }
  });
});
