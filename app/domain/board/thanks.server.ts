import { eq } from "drizzle-orm";
import { isErasedEmail } from "~/domain/outbox/erased-email";
import { type MessageDraft, writeMessages } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { boardGuests, boardPosts, profiles } from "~db/schema";
import { privateLink } from "./guest-link.server";
import { listGuestsOf } from "./guests.server";

/** Per transaction. */
const MAILS_AT_ONCE = 100;

export type Thanks = {
  board: { id: string; hostId: string; title: string };
  /** The delivery of the recipient who thanks. */
  deliveryId: string;
  fromName: string;
  text: string;
  /** Created with the form, so the same form sent twice thanks once, also after an interruption. */
  formId: string;
};

/** Mails the words to the host, and to all guests who added something and confirmed their email. Returns how many. */
export async function thankContributors(thanks: Thanks, now = clock.now()): Promise<number> {
  const people = await contributorsOf(thanks.board);
  for (let first = 0; first < people.length; first += MAILS_AT_ONCE) {
    const mails = people.slice(first, first + MAILS_AT_ONCE).map((person) => mailTo(person, thanks));
    await inTransaction((tx) => writeMessages(tx, mails, now));
  }
  return people.length;
}

/** How many people `thankContributors` mails. */
export async function countThanked(board: Pick<Thanks["board"], "id" | "hostId">): Promise<number> {
  return (await contributorsOf(board)).length;
}

type Contributor = { name: string; email: string; url: string; isHost: boolean };

async function contributorsOf({ id, hostId }: Pick<Thanks["board"], "id" | "hostId">): Promise<Contributor[]> {
  const [host] = await db.select().from(profiles).where(eq(profiles.id, hostId));
  const posted = await db
    .selectDistinct({ guestId: boardPosts.guestId })
    .from(boardPosts)
    .innerJoin(boardGuests, eq(boardGuests.id, boardPosts.guestId))
    .where(eq(boardPosts.vaultId, id));
  const ids = new Set(posted.map(({ guestId }) => guestId));
  const guests = (await listGuestsOf(id)).filter((guest) => guest.isEmailConfirmed && ids.has(guest.id));
  const people = [
    ...(host && !isErasedEmail(host.email)
      ? [{ name: host.fullName, email: host.email, url: `${env.BASE_URL}/memories/${id}`, isHost: true }]
      : []),
    ...guests.map(({ id, name, email }) => ({ name, email: email ?? "", url: privateLink(id), isHost: false })),
  ];
  return [...new Map(people.toReversed().map((person) => [person.email, person])).values()].toReversed();
}

function mailTo({ name, email, url, isHost }: Contributor, thanks: Thanks): MessageDraft<"board_thanks"> {
  const { board, deliveryId, fromName, text, formId } = thanks;
  return {
    kind: "board_thanks",
    uniqueKey: `board_thanks:${keyedDigest("board-thanks", JSON.stringify([deliveryId, formId, email]))}`,
    to: { name, email },
    props: { name, fromName, title: board.title, text, url, isHost },
    senderId: isHost ? undefined : board.hostId,
    vaultId: board.id,
  };
}
