import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { stillRightLink } from "~/domain/address-health/still-right-link.server";
import { findInviteLink } from "~/domain/board/invitation.server";
import { makeCard } from "~/domain/claim/card.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cardLink, openingLink } from "~/domain/recipients/opening-link.server";
import { createShare, shareTokenFor } from "~/domain/share/shares.server";
import { env } from "~/env.server";
import { claimCookie } from "~/http/cookies.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createUndeliverable } from "./factories/legacy";
import { createLetter, deliveriesOf, storedVault } from "./factories/letter";
import { mailPasswordReset, writtenTo } from "./factories/outbox";
import { FORM_HEADERS, SITE_ROUTES, startSite } from "./factories/site";
import { createUser } from "./factories/user";

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** The same for everyone, whatever the query. */
const FOR_MACHINES = /^\/(\.well-known\/|robots\.txt|sitemap\.xml)/;
/** Opens nothing. */
const HELP_ARTICLE = "/help/:article";
const NO_STORE = /(^|[ ,])no-store($|[ ,])/;
const pathOf = (url: string | null | undefined) => (url ?? expect.unreachable()).replace(env.BASE_URL, "");

async function expectNotStored(path: string, status: number, headers: Record<string, string> = {}) {
  const answer = await site.ask(path, { headers });
  expect(answer.status, path).toBe(status);
  expect(answer.headers["cache-control"], path).toMatch(NO_STORE);
}

describe("no browser stores a page whose URL has a token", () => {
  it.each(SITE_ROUTES.filter(({ path }) => path.includes(":") && path !== HELP_ARTICLE).map(({ path }) => [path]))(
    "%s, for an unknown token",
    async (path) => {
      for (const query of ["", "?token=x", "?code=x", "?share=x"]) {
        const url = path.replace(/:\w+/g, "x") + query;
        expect((await site.ask(url)).headers["cache-control"], url).toMatch(NO_STORE);
      }
    },
  );

  it.each(
    SITE_ROUTES.filter(({ path, module }) => !path.includes(":") && module.loader && path !== "/live").map(
      ({ path }) => [path],
    ),
  )("%s, with a token in its query", async (path) => {
    for (const name of ["token", "code", "share"]) {
      const url = `${path}?${name}=x`;
      const kept = (await site.ask(url)).headers["cache-control"];
      if (!FOR_MACHINES.test(path)) expect(kept, url).toMatch(NO_STORE);
    }
  });

  it("the pages of a delivery and what is shared of it", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" });
    await deliverVault(id);
    const delivery = (await deliveriesOf(id))[0] ?? expect.unreachable();
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
    for (const page of ["", "?code=sent", "/later", "/decline", "/block"]) {
      await expectNotStored(`/open/${openingLink(delivery)}${page}`, 200);
    }
    await expectNotStored(`/open/${cardLink(delivery.id)}`, 302);
    const viewed = (await viewVault({ openedDeliveryIds: [delivery.id] }, id)) ?? expect.unreachable();
    const made = await createShare(viewed, null);
    await expectNotStored(`/s/${shareTokenFor(made.ok ? made.id : expect.unreachable())}`, 200);
  });

  it("the invitation to a board, with its code as a picture", async () => {
    const { user } = await createUser();
    const people = [{ name: "Mia", email: "mia@example.net" }];
    const id = await createLetter(user, { type: "memory-board", boardRecipients: people });
    const path = pathOf(await findInviteLink(id));
    await expectNotStored(path, 200);
    await expectNotStored(`${path}/qr.svg`, 200);
  });

  it("the form for a claim card, with the code of a scanned one in it", async () => {
    const { user } = await createUser();
    const code = (await makeCard(user, await createLetter(user), { showsDay: true })) ?? "";
    const cookie = (await claimCookie.serialize(code)).split(";")[0] ?? "";
    await expectNotStored("/claim", 200, { Cookie: cookie });
    await expectNotStored(`/claim?code=${code}`, 302);
  });

  it("the links in mails to senders, contacts and people who may know an address", async () => {
    const { user } = await createUser();
    await createLetter(user);
    const asked = { userId: user.id, email: user.email, askedAt: new Date() };
    await expectNotStored(`/still-right/${stillRightLink(asked)}`, 200);
    await mailPasswordReset(user.email);
    const [mail] = await writtenTo(user.email, "password_reset");
    await expectNotStored(pathOf(mail?.props.url), 200);
    const { contact } = await createUndeliverable();
    const [invitation] = await writtenTo(contact.email, "legacy_invitation");
    const [request] = await writtenTo(contact.email, "legacy_request");
    await expectNotStored(pathOf(invitation?.props.url), 200);
    await expectNotStored(pathOf(request?.props.url), 200);
  });
});

describe("the form of a memory", () => {
  it("may be stored while it is empty, so that Back in Firefox restores what was typed", async () => {
    const { browser } = await createUser();
    const headers = { Cookie: browser.cookie };
    const answer = await site.ask("/create?type=letter&step=form", { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
  });

  it("may not be stored once it contains a letter", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const headers = { Cookie: browser.cookie };
    await expectNotStored(`/create?edit=true&id=${id}`, 200, headers);
    const { type } = await storedVault(id);
    await expectNotStored(`/create?type=${type}&step=form&duplicateFrom=${id}`, 200, headers);
    const body = new URLSearchParams({ csrf: browser.csrfToken(), message: "Dear Mia," }).toString();
    const sent = { method: "POST", headers: { ...FORM_HEADERS, ...headers }, body };
    const refused = await site.ask("/create?type=letter&step=form", sent);
    expect(refused.body).toContain("Dear Mia,");
    expect(refused.headers["cache-control"]).toMatch(NO_STORE);
  });
});

it("lets browsers store public pages", async () => {
  for (const path of ["/", "/auth?mode=login", "/verify"]) {
    expect((await site.ask(path)).headers["cache-control"], path).toBe("private, no-cache");
  }
});
