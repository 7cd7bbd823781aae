import { subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createReadingSession } from "~/domain/codes/one-time-code.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { addMedia } from "~/domain/media/media.server";
import { listEvents } from "~/domain/vault/history.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { readingCookie } from "~/http/cookies.server";
import { db, inTransaction } from "~/services/db.server";
import { legacyWaits, memories } from "~db/schema";
import { png } from "../../tests/corpus/photos";
import { createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createContact, helperOf, passLegacyWait } from "../../tests/factories/legacy";
import { createLetter, deliveriesOf, reportEvent } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as legacyRead from "./legacy.$link_.read";
import * as mediaFile from "./media.$id";
import * as memory from "./memories.$id";
import * as calendar from "./memories.$id_.calendar";
import * as certificate from "./memories.$id_.certificate";
import * as keepsake from "./memories.$id_.keepsake";
import * as onePhoto from "./memories.$id_.photos.$photo";
import * as record from "./memories.$id_.record";
import * as replies from "./memories.$id_.replies";
import * as share from "./memories.$id_.share";

type Handler = Parameters<typeof answerOf>[0];
type Page = { loader: Handler; path: string; params: Record<string, string> };

const addPhoto = async (id: string) =>
  addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
const readingsOf = async (id: string) =>
  (await listEvents(id)).map(({ kind }) => kind).filter((kind) => /^(read_by_sender|legacy_read)$/.test(kind));

async function createSealed() {
  const { user, browser } = await createUser();
  const id = await createLetter(user);
  const photo = await addPhoto(id);
  await sealVault(user, id);
  await db.update(memories).set({ state: "delivered", deliveredAt: new Date() }).where(eq(memories.id, id));
  const at = (loader: unknown, path: string, params: Record<string, string> = {}): Page => ({
    loader: loader as Handler,
    path: `/memories/${id}${path}`,
    params: { id, ...params },
  });
  return {
    id,
    photo,
    browser,
    at,
    open: ({ loader, path, params }: Page) => answerOf(loader, pageRequest(path, browser), browser, params),
  };
}

it.each(["vault", "photo", "keepsake", "certificate", "copy"])(
  "records an owner's first reading by the %s",
  async (name) => {
    const { id, photo, at, open } = await createSealed();
    const pages: Record<string, Page> = {
      vault: at(memory.loader, ""),
      photo: at(onePhoto.loader, `/photos/${photo}`, { photo }),
      keepsake: at(keepsake.loader, "/keepsake"),
      certificate: at(certificate.loader, "/certificate"),
      copy: { loader: create.loader as Handler, path: `/create?type=letter&step=form&duplicateFrom=${id}`, params: {} },
    };
    const page = pages[name] as Page;
    for (let time = 0; time < 2; time += 1) {
      const answer = await open(page);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect(await readingsOf(id)).toEqual(["read_by_sender"]);
  },
);

it("records an owner's reading when they make a link that shows the vault", async () => {
  const { id, browser, at, open } = await createSealed();
  expect((await open(at(share.loader, "/share"))).status).toBe(200);
  expect(await readingsOf(id)).toEqual([]);
  const request = formRequest(`/memories/${id}/share`, {}, browser);
  expect((await answerOf(share.action as Handler, request, browser, { id })).status).toBe(303);
  expect(await readingsOf(id)).toEqual(["read_by_sender"]);
});

it("records nothing for an owner's pages without the content", async () => {
  const { id, at, open } = await createSealed();
  for (const page of [at(calendar.loader, "/calendar"), at(record.loader, "/record"), at(replies.loader, "/replies")]) {
    await open(page);
  }
  expect(await readingsOf(id)).toEqual([]);
});

it.each(["letter", "photo", "keepsake", "file"])("records a legacy contact's first reading by the %s", async (name) => {
  const { user: owner } = await createUser();
  const contact = await createContact(owner, { viewContent: true });
  const id = await createLetter(owner, { deliveryDate: "2020-01-01" });
  const photo = await addPhoto(id);
  await deliverVault(id);
  const [delivery] = await deliveriesOf(id);
  await reportEvent(delivery?.messageId ?? null, "bounced");
  expect(await requestView(await helperOf(contact.id, id), subDays(new Date(), 40))).toBe(true);
  await passLegacyWait(id, new Date());
  const token = await inTransaction((tx) => createReadingSession(tx, { contactId: contact.id }, new Date()));
  const headers = { "Set-Cookie": await readingCookie.serialize([token]) };
  const browser = await withCookiesOf(await createBrowser(), new Response(null, { headers }));
  const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
  const pages: Record<string, Page> = {
    letter: { loader: legacyRead.loader, path: `/legacy/${link}/read`, params: { link } },
    photo: { loader: onePhoto.loader, path: `/memories/${id}/photos/${photo}`, params: { id, photo } },
    keepsake: { loader: keepsake.loader, path: `/memories/${id}/keepsake`, params: { id } },
    file: { loader: mediaFile.loader, path: `/media/${photo}`, params: { id: photo } },
  };
  const { loader, path, params } = pages[name] as Page;
  const statuses: number[] = [];
  const open = async () => {
    const answer = await answerOf(loader, pageRequest(path, browser), browser, params);
    statuses.push(answer.status);
    await answer.arrayBuffer();
  };
  await open();
  await open();
  expect(await readingsOf(id)).toEqual(["legacy_read"]);
  await db.update(legacyWaits).set({ state: "stopped" }).where(eq(legacyWaits.vaultId, id));
  await open();
  expect(statuses).toEqual([200, 200, 404]);
});
