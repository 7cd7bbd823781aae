import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openAsAccount, recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { exportReceived } from "~/domain/data-export/received.server";
import { putOff } from "~/domain/delivery/put-off.server";
import { readdress } from "~/domain/delivery/readdress.server";
import { unblock } from "~/domain/delivery/unblock-sender.server";
import { eraseAccounts } from "~/domain/maintenance/erase-accounts.server";
import { loadNews } from "~/domain/overview/news.server";
import { listSenders, listTimeline } from "~/domain/overview/timeline.server";
import { block } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { countReceivedReplies, listReceivedReplies } from "~/domain/reply/received-replies.server";
import { db, inTransaction } from "~/services/db.server";
import { movedDeliveries, profiles, replies } from "~db/schema";
import { changeEmail } from "../../../tests/factories/email-change";
import { createDueLetter, DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { sendReply } from "../../../tests/factories/reply";
import { createUser, reload, type SignedInUser } from "../../../tests/factories/user";
import type { User } from "./account";
import { restoreEmail } from "./email-change.server";
import { GRACE_DAYS } from "./erasure";
import { requestErasure } from "./erasure-request.server";

let ada: User;
let mia: SignedInUser;
beforeEach(async () => {
  ada = (await createUser({ name: "Ada", vaultLimit: 9 })).user;
  mia = await createUser({ name: "Mia" });
});

const letterTo = async (recipientEmail: string, overrides = {}) => {
  const { id, delivery } = await createDueLetter(ada, { recipientEmail, ...overrides });
  return { id, delivery };
};

async function openedLetterTo(email: string) {
  const letter = await letterTo(email);
  await inTransaction((tx) => recordOpening(tx, letter.delivery, DUE_AT));
  return letter;
}

/** The ids in each list of received letters. */
async function listsOf(user: User) {
  const news = (await loadNews(user, DUE_AT)).received.map(({ id }) => id);
  const timeline = async (filter: Parameters<typeof listTimeline>[1]) =>
    (await listTimeline(user, filter)).entries.map(({ id }) => id).toSorted();
  const [all, byWord, bySender] = [
    await timeline({}),
    await timeline({ search: "Ada" }),
    await timeline({ sender: ada.id, tag: "letter" }),
  ];
  return { news: news.toSorted(), all, byWord, bySender };
}
const everywhere = (...ids: string[]) => {
  const sorted = ids.toSorted();
  return { news: sorted, all: sorted, byWord: sorted, bySender: sorted };
};
const answerTo = (viewer: Parameters<typeof viewVault>[0], { delivery }: Awaited<ReturnType<typeof letterTo>>) =>
  sendReply(delivery, { viewer });

describe("letters of an account that changes its email", () => {
  it("stay in its lists, its search and its archive, opened or not", async () => {
    const [opened, closed] = [await openedLetterTo(mia.user.email), await letterTo(mia.user.email)];
    expect(await listsOf(mia.user)).toEqual(everywhere(opened.id, closed.id));
    const moved = await changeEmail(mia);
    expect(await db.$count(movedDeliveries, eq(movedDeliveries.userId, moved.id))).toBe(2);
    expect(await listsOf(moved)).toEqual(everywhere(opened.id, closed.id));
    expect(await listSenders(moved)).toEqual([{ id: ada.id, name: "Ada" }]);
    expect(await viewVault({ user: moved }, opened.id, DUE_AT)).toMatchObject({
      seesContent: true,
      delivery: { movedTo: moved.email },
    });
    const exported: string[] = [];
    for await (const { id } of exportReceived(moved, DUE_AT)) exported.push(id);
    expect(exported).toEqual([opened.id]);

    const link = (await findDeliveryByLink(openingLink(closed.delivery))) ?? expect.unreachable();
    expect(await openAsAccount(ada, link)).toBeUndefined();
    expect(await openAsAccount({ ...moved, isEmailVerified: false }, link)).toBeUndefined();
    expect(await openAsAccount(moved, link)).toEqual({ isFirst: true });
    expect(await viewVault({ user: moved }, closed.id, DUE_AT)).toMatchObject({ seesContent: true });
  });

  it("stay visible to the next owner of the old address, who alone gets later ones", async () => {
    const old = mia.user.email;
    const before = await openedLetterTo(old);
    const moved = await changeEmail(mia);
    const { user: next } = await createUser({ email: old });
    const later = await openedLetterTo(old);
    expect(await listsOf(next)).toEqual(everywhere(before.id, later.id));
    expect(await listsOf(moved)).toEqual(everywhere(before.id));
    expect(await viewVault({ user: moved }, later.id, DUE_AT)).toBeUndefined();
  });

  it("are found there by word, too, after the account came back to it and left again", async () => {
    const old = mia.user.email;
    const letter = await openedLetterTo(old);
    await listsOf(mia.user);
    await changeEmail(mia);
    const back = await changeEmail(mia, old);
    expect(await listsOf(back)).toEqual(everywhere(letter.id));
    const moved = await changeEmail(mia);
    const { user: next } = await createUser({ email: old });
    expect(await listsOf(moved)).toEqual(everywhere(letter.id));
    expect(await listsOf(next)).toEqual(everywhere(letter.id));
  });

  it("do not include one that a block held back", async () => {
    await block({ senderId: ada.id, recipient: mia.user.email }, DUE_AT);
    const { id } = await letterTo(mia.user.email);
    const moved = await changeEmail(mia);
    expect(await viewVault({ user: moved }, id, DUE_AT)).toBeUndefined();
  });

  it("are none while the old address was not verified", async () => {
    const unverified = await createUser({ verified: false });
    const { id } = await openedLetterTo(unverified.user.email);
    const moved = await changeEmail(unverified);
    expect(moved.isEmailVerified).toBe(true);
    expect(await listsOf(moved)).toEqual(everywhere());
    expect(await viewVault({ user: moved }, id, DUE_AT)).toBeUndefined();
  });

  it("are listed once after several changes, and when the first address is back", async () => {
    const first = mia.user.email;
    const one = await openedLetterTo(first);
    const second = await changeEmail(mia);
    expect(await listsOf(second)).toEqual(everywhere(one.id));
    const two = await openedLetterTo(second.email);
    expect(await listsOf(await changeEmail(mia))).toEqual(everywhere(one.id, two.id));
    await db.update(profiles).set({ email: createId() }).where(eq(profiles.email, first));
    expect(await listsOf(await changeEmail(mia, first))).toEqual(everywhere(one.id, two.id));
  });

  it("are not those that went to a thief's address, once the change is undone", async () => {
    const kept = await openedLetterTo(mia.user.email);
    const stolen = await changeEmail(mia);
    const thiefs = await openedLetterTo(stolen.email);
    const alert = (await writtenTo(mia.user.email, "security_alert")).at(-1);
    const undo = new URL(alert?.props.url ?? "").searchParams.get("token") ?? "";
    expect(await restoreEmail(undo)).toEqual({ ok: true, email: mia.user.email });
    expect(await listsOf(mia.user)).toEqual(everywhere(kept.id));
    expect(await viewVault({ user: mia.user }, thiefs.id, DUE_AT)).toBeUndefined();
  });

  it("leave it when their address is corrected", async () => {
    const { id, delivery } = await letterTo(mia.user.email);
    const moved = await changeEmail(mia);
    await reportEvent(delivery.messageId, "bounced", "550 no such user");
    await listsOf(moved);
    await readdress(ada, id, { deliveryId: delivery.id, email: `${createId()}@example.net` }, DUE_AT);
    expect(await viewVault({ user: moved }, id, DUE_AT)).toBeUndefined();
    expect(await db.$count(movedDeliveries, eq(movedDeliveries.vaultId, id))).toBe(0);
  });
});

describe("the answers to them", () => {
  it("follow the account, those from before and those from now on", async () => {
    const letter = await openedLetterTo(mia.user.email);
    await answerTo({ user: mia.user }, letter);
    await answerTo({ user: ada }, letter);
    expect(await countReceivedReplies(mia.user)).toBe(1);
    const moved = await changeEmail(mia);
    expect(await countReceivedReplies(moved)).toBe(1);
    expect(await countReceivedReplies({ ...moved, email: mia.user.email })).toBe(0);

    expect(await answerTo({ user: ada }, letter)).toEqual({ ok: true });
    expect(await answerTo({ user: moved }, letter)).toEqual({ ok: true });
    expect(await answerTo({ user: ada }, letter)).toEqual({ ok: true });
    expect((await listReceivedReplies(moved)).replies).toHaveLength(3);
    const mails = await writtenTo(moved.email, "answer_notice");
    expect(mails.map(({ props }) => new URL(props.url).pathname)).toEqual(
      Array.from({ length: 2 }, () => `/memories/${letter.id}/replies`),
    );
    expect(await writtenTo(mia.user.email, "answer_notice")).toHaveLength(1);
  });

  it("stay with a reader of the earlier mailbox who was the last to answer", async () => {
    const letter = await openedLetterTo(mia.user.email);
    await changeEmail(mia);
    const { id } = letter.delivery;
    await answerTo({ openedDeliveryIds: [id], codesTo: { [id]: mia.user.email } }, letter);
    const moved = await changeEmail(mia);
    expect(await answerTo({ user: ada }, letter)).toEqual({ ok: true });
    expect(await writtenTo(mia.user.email, "answer_notice")).toHaveLength(1);
    expect(await writtenTo(moved.email, "answer_notice")).toEqual([]);
  });

  it("leave a reader of the earlier mailbox the reminder they asked for", async () => {
    const letter = await openedLetterTo(mia.user.email);
    await changeEmail(mia);
    const link = (await findDeliveryByLink(openingLink(letter.delivery))) ?? expect.unreachable();
    expect(await putOff(link, "2031-07-01", DUE_AT)).toEqual({ ok: true });
    const moved = await changeEmail(mia);
    await requestErasure(moved, { waitingVaults: "cancel" });
    await eraseAccounts(addDays(new Date(), GRACE_DAYS + 1));
    expect(await deliveriesOf(letter.id)).toMatchObject([{ remindAt: expect.any(Date), remindTo: mia.user.email }]);
  });

  it.each(["before", "after"])("do not reach a reader who blocked the sender %s their email changed", async (when) => {
    const letter = await openedLetterTo(mia.user.email);
    await answerTo({ user: mia.user }, letter);
    if (when === "after") await changeEmail(mia);
    const { email: recipient } = await reload(mia.sessionToken);
    await block({ senderId: ada.id, recipient });
    let present = recipient;
    for (let changes = 0; changes < 3; changes += 1) {
      if (changes > 0) present = (await changeEmail(mia)).email;
      expect(await answerTo({ user: ada }, letter)).toEqual({ ok: false, reason: "not_wanted" });
      expect((await letterTo(present)).delivery).toMatchObject({ rung: "unwanted" });
    }
    await unblock({ senderId: ada.id, recipient: present });
    expect(await answerTo({ user: ada }, letter)).toEqual({ ok: true });
  });

  it("are forgotten with the account, and so are the letters", async () => {
    const letter = await openedLetterTo(mia.user.email);
    await answerTo({ user: mia.user }, letter);
    const moved = await changeEmail(mia);
    const receiverOfAnswers = async () =>
      (await db.select().from(replies).where(eq(replies.deliveryId, letter.delivery.id)))[0];
    expect(await receiverOfAnswers()).toMatchObject({ answerTo: moved.email });
    await requestErasure(moved, { waitingVaults: "cancel" });
    await eraseAccounts(addDays(new Date(), GRACE_DAYS + 1));
    expect(await receiverOfAnswers()).toMatchObject({ answerTo: null });
    expect(await db.$count(movedDeliveries, eq(movedDeliveries.userId, moved.id))).toBe(0);
  });
});
