import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderEmail } from "~/emails/catalogue";
import { createFileTransport } from "./file-transport.server";
import { listMail, readMail } from "./mail-folder.server";
import type { OutgoingMail } from "./transport.server";

const crash = vi.hoisted(() => ({ beforeRename: false }));
vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>();
  const rename: typeof fs.rename = (from, to) =>
    crash.beforeRename ? new Promise<void>(() => {}) : fs.rename(from, to);
  return { ...fs, rename };
});

let folder: string;
beforeEach(async () => {
  crash.beforeRename = false;
  folder = await mkdtemp(join(tmpdir(), "amberkeep-mail-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const from = "Amberkeep <letters@amberkeep.example>";
const transport = () => createFileTransport({ folder, from });

function mail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: "delivery.abc123@amberkeep.example",
    to: { name: "Mia Berger", address: "mia@example.org" },
    subject: "Anna kept something for you",
    text: "Hello\n",
    html: "<p>Hello</p>",
    outboxId: "abc123",
    ...changes,
  };
}

describe("a mail in the folder", () => {
  it("is a message that a mail parser reads", async () => {
    const sent = mail({
      subject: "Zoë hat etwas für dich 💌",
      to: { name: 'Zoë "Z", Müller', address: "zoë+1@müller.example" },
    });
    expect(await transport().send(sent)).toEqual({ ok: true, providerId: sent.messageId });
    const read = await readMail("delivery.abc123@amberkeep.example", folder);
    expect(read).toMatchObject({ subject: sent.subject, text: "Hello\n", html: "<p>Hello</p>" });
    expect(read?.to).toBe('Zoë "Z", Müller <zoë+1@müller.example>');
    const headers = new Map(read?.headers.map(({ name, value }) => [name, value]));
    expect(headers.get("Message-ID")).toBe(`<${sent.messageId}>`);
    expect(headers.get("From")).toBe(from);
    expect(headers.get("Content-Type")).toMatch(/^multipart\/alternative;/);
    expect(Date.parse(headers.get("Date") ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(headers.get("Auto-Submitted")).toBe("auto-generated");
  });

  it("is ASCII in lines of at most 998 characters, ended by CRLF", async () => {
    await transport().send(
      mail({ text: "é".repeat(5000), html: `<p>${"x".repeat(5000)}</p>`, subject: "ü".repeat(300) }),
    );
    const raw = await readFile(join(folder, "delivery.abc123@amberkeep.example.eml"), "latin1");
    expect(raw).toMatch(/^[\t\r\n -~]*$/);
    expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it("has no line that a mailbox in one file would change", async () => {
    const text = `From here on\n${`From ${"x".repeat(71)}\n`.repeat(2_000)}\n>From\nFrom `;
    await transport().send(mail({ text }));
    const raw = await readFile(join(folder, "delivery.abc123@amberkeep.example.eml"), "latin1");
    expect(raw).not.toMatch(/^From /m);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
    expect((await readMail("delivery.abc123@amberkeep.example", folder))?.text).toBe(text);
  });

  it("carries one-click unsubscribe when it is optional", async () => {
    await transport().send(
      mail({ optional: { unsubscribeUrl: `https://amberkeep.example/unsubscribe/${"t".repeat(120)}` } }),
    );
    const read = await readMail("delivery.abc123@amberkeep.example", folder);
    expect(read?.headers).toContainEqual({
      name: "List-Unsubscribe",
      value: `<https://amberkeep.example/unsubscribe/${"t".repeat(120)}>`,
    });
    expect(read?.headers).toContainEqual({ name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" });
  });

  it("carries any letter unchanged", async () => {
    const props = {
      recipientName: "Mia",
      senderName: "Anna",
      title: "T",
      writtenOn: "2026-11-20",
      url: "https://a.example/x",
    };
    let number = 0;
    await fc.assert(
      fc.asyncProperty(letters, async (message) => {
        const email = renderEmail("delivery", { ...props, message });
        const messageId = `n${number++}@amberkeep.example`;
        await transport().send(mail({ ...email, messageId }));
        const read = await readMail(messageId, folder);
        expect(read?.text).toBe(email.text);
        expect(read?.html).toBe(email.html);
        expect(read?.text).toContain(message);
      }),
      { numRuns: 150 },
    );
  });

  it("carries 20,000 characters", async () => {
    const message = `שלום <script>alert(1)</script> 👩‍👩‍👧 é\n\n${"Ein langer Brief. ".repeat(1200)}`.slice(0, 20_000);
    const email = renderEmail("delivery", {
      recipientName: "Mia",
      senderName: "Anna",
      title: "T",
      writtenOn: "2026-11-20",
      url: "https://a.example/x",
      message,
    });
    await transport().send(mail(email));
    expect((await readMail("delivery.abc123@amberkeep.example", folder))?.text).toContain(message);
  });
});

describe("header injection", () => {
  it("is impossible in names and subjects", async () => {
    const evil = fc
      .string({ unit: "binary", maxLength: 60 })
      .map((text) => `${text}\r\nBcc: eve@example.org\r\n\r\nBody ${text}`);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(evil, evil, async (name, subject) => {
        const messageId = `n${number++}@amberkeep.example`;
        expect(
          await transport().send(mail({ messageId, subject, to: { name, address: "mia@example.org" } })),
        ).toMatchObject({ ok: true });
        const read = await readMail(messageId, folder);
        expect(read?.headers.map((header) => header.name.toLowerCase()).sort()).toEqual([
          "auto-submitted",
          "content-type",
          "date",
          "from",
          "message-id",
          "mime-version",
          "subject",
          "to",
          "x-amberkeep-id",
        ]);
        expect(read?.to).toMatch(/<mia@example\.org>$/);
        expect(read?.text).toBe("Hello\n");
      }),
      { numRuns: 100 },
    );
  });

  it("is refused in addresses, and throws in our own ids", async () => {
    const address = "mia@example.org\r\nBcc: eve@example.org";
    expect(await transport().send(mail({ to: { address } }))).toEqual({
      ok: false,
      failure: "refused",
      reason: "not an email address",
    });
    await expect(transport().send(mail({ messageId: "a@b>\r\nBcc: x@y" }))).rejects.toThrow("Message-Id");
    await expect(transport().send(mail({ optional: { unsubscribeUrl: "javascript:1" } }))).rejects.toThrow(
      "unsubscribe",
    );
    expect(await listMail(folder)).toEqual([]);
  });
});

describe("crashes and repeats", () => {
  it("leaves nothing visible when killed before the rename; the repeat writes exactly one", async () => {
    crash.beforeRename = true;
    void transport().send(mail());
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
    expect(await listMail(folder)).toEqual([]);
    expect(await transport().findSent(mail().messageId)).toBe("not_sent");
    crash.beforeRename = false;
    expect(await transport().send(mail())).toMatchObject({ ok: true });
    expect(await listMail(folder)).toHaveLength(1);
    expect(await transport().findSent(mail().messageId)).toBe("sent");
  });

  it("writes one file for one Message-Id, even concurrently", async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => transport().send(mail())));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(await readdir(folder)).toEqual(["delivery.abc123@amberkeep.example.eml"]);
    const before = await stat(join(folder, "delivery.abc123@amberkeep.example.eml"));
    await transport().send(mail({ text: "Another text" }));
    expect((await stat(join(folder, "delivery.abc123@amberkeep.example.eml"))).mtimeMs).toBe(before.mtimeMs);
  });

  it("is unavailable, not lost, when the folder cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    const blocked = createFileTransport({ folder: join(folder, "file", "mail"), from });
    expect(await blocked.send(mail())).toEqual({
      ok: false,
      failure: "unavailable",
      reason: "the mail folder cannot be written: ENOTDIR",
      isOurs: true,
    });
  });

  it("distinguishes ids that a file system would mix up", async () => {
    for (const messageId of ["a@b.c", "A@b.c", "a*@b.c", "a/../b@c.d", "x@[::1]"])
      await transport().send(mail({ messageId }));
    expect(await listMail(folder)).toHaveLength(5);
    expect((await readdir(folder)).every((name) => /^[a-z0-9@.]+$/.test(name))).toBe(true);
  });
});

describe("reading the folder", () => {
  it("lists the newest first and survives a missing folder", async () => {
    for (const [index, messageId] of ["one@b.c", "two@b.c", "three@b.c"].entries()) {
      await transport().send(mail({ messageId, subject: `Mail ${index}` }));
      const { utimes } = await import("node:fs/promises");
      await utimes(join(folder, `${messageId}.eml`), index, index);
    }
    expect((await listMail(folder)).map((listed) => [listed.id, listed.subject, listed.to])).toEqual([
      ["three@b.c", "Mail 2", "Mia Berger <mia@example.org>"],
      ["two@b.c", "Mail 1", "Mia Berger <mia@example.org>"],
      ["one@b.c", "Mail 0", "Mia Berger <mia@example.org>"],
    ]);
    expect(await listMail(join(folder, "missing"))).toEqual([]);
  });

  it.each(["../secret", "..", "%2e%2e", "a/b", "/etc/passwd", ".hidden", "a\\b", "a\0b", "unknown@b.c", ""])(
    "finds nothing at %j",
    async (id) => {
      await writeFile(join(folder, "..", "secret.eml"), "Subject: secret\r\n\r\n");
      expect(await readMail(id, folder)).toBeNull();
      await rm(join(folder, "..", "secret.eml"));
    },
  );
});

const letters = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          "שלום",
          "مرحبا",
          "👩‍👩‍👧‍👦",
          "é",
          "\n",
          "\n\n",
          "\n.\n",
          "\nFrom ",
          "\n>",
          "\t",
          "   ",
          "\n--boundary",
          "=3D",
          " \n",
        ),
        { minLength: 1, maxLength: 300 },
      )
      .map((parts) => parts.join("")),
  )
  .map((text) => text.replace(/[\0\r]/g, ""))
  .filter((text) => text !== "");
