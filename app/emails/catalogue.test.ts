import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extraHeaders } from "~/services/mail/headers.server";
import { type EmailKind, emails, renderEmail } from "./catalogue";
import { examples, url } from "./examples";

const kinds = Object.keys(emails) as EmailKind[];

describe("every mail", () => {
  it.each(kinds)("%s matches its snapshot", async (kind) => {
    const { subject, text } = renderEmail(kind, examples[kind]);
    await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(`snapshots/${kind}.txt`);
  });

  it.each(kinds)("%s has the same content as HTML and as text", (kind) => {
    const { html, text } = renderEmail(kind, examples[kind]);
    const words = (of: string) => of.replace(/[-\s]+/g, " ");
    const shown = words(visibleText(html));
    for (const sentence of text.split("\n\n").filter((part) => !/^[-\s]+$/.test(part))) {
      for (const part of sentence.split(/:\s/)) expect(shown).toContain(words(part).trim());
    }
  });

  it.each(kinds)("%s loads nothing", (kind) => {
    const { html } = renderEmail(kind, examples[kind]);
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/);
  });

  it("says how many addresses are not listed", () => {
    const { text } = renderEmail("address_trouble", { ...examples.address_trouble, more: 3 });
    expect(text).toContain("And 3 more, which you find on your dashboard.");
  });

  describe("about an address that is used once the recipient’s own fails", () => {
    const about = { title: "One", deliveryDate: "2044-06-14", trouble: "This mailbox doesn’t exist" };
    const second = { ...about, role: "second", recipientName: "Mia", recipientEmail: "mia@exampel.net" } as const;
    const backup = {
      ...about,
      role: "backup",
      recipientName: "Eva Sommer",
      recipientEmail: "eva@exampel.net",
    } as const;
    const legacy = { ...backup, role: "legacy", title: "" } as const;
    const mail = (...vaults: ((typeof examples.address_trouble)["vaults"][number] | typeof second)[]) =>
      renderEmail("address_trouble", { name: "Anna", vaults, url });

    it.each([
      [second, "The second address for Mia may not work", "Title: One\nSecond address: Mia, mia@exampel.net\nWill be"],
      [
        { ...second, recipientName: "" },
        "The second address you gave may not work",
        "Title: One\nSecond address: mia@exampel.net\nWill be",
      ],
      [
        backup,
        "We may not be able to reach Eva",
        "Title: One\nBackup contact: Eva Sommer, eva@exampel.net\nWill be delivered: June 14, 2044\nWhat we found: This",
      ],
      [
        { ...backup, recipientName: "" },
        "We may not be able to reach your backup contact",
        "Backup contact: eva@exampel.net",
      ],
      [
        legacy,
        "We may not be able to reach Eva",
        "works.\n\nLegacy contact: Eva Sommer, eva@exampel.net\nWhat we found: This",
      ],
    ] as const)("says whose it is: %#", (trouble, subject, facts) => {
      const said = mail(trouble as typeof second);
      expect(said.subject).toBe(subject);
      expect(said.text).toContain(facts.replace("works.", "another one."));
      expect(said.text.replace(/\s+/g, " ")).toContain("If the recipient’s own address failed, this address wouldn’t");
    });

    it("names several in one mail", () => {
      const said = mail(...examples.address_trouble.vaults, backup as never, legacy as never);
      expect(said.subject).toBe("Some of the addresses you gave may not work");
      expect(said.text.replace(/\s+/g, " ")).toContain("Right now, these addresses wouldn’t work.");
      for (const one of ["For: Mia, mia@", "Backup contact: Eva", "Legacy contact: Eva"])
        expect(said.text).toContain(one);
    });
  });

  it("names no other addresses in a yearly letter where there are none, as in old ones", () => {
    const { contacts: _, ...letter } = examples.annual_letter;
    const vaults = letter.vaults.map(({ others: __, ...vault }) => vault);
    const { text } = renderEmail("annual_letter", { ...letter, vaults });
    expect(text).not.toMatch(/If that fails|legacy contact|Change where it goes/);
  });

  it("has buttons that are links up to their edges", () => {
    const { html } = renderEmail("delivery", examples.delivery);
    expect(html).toMatch(/<a class="on-resin"[^>]* style="display:inline-block;padding:14px 24px;/);
    expect(html).toMatch(/<td class="resin" style="[^"]*;mso-padding-alt:14px 24px">/);
  });

  it("has a width that long links cannot exceed, also where programs drop `overflow-wrap`", () => {
    const { html } = renderEmail("delivery", examples.delivery);
    const frame = /<table [^>]*width="600"[^>]*style="([^"]+)"/.exec(html)?.[1]?.split(";");
    expect(frame).toEqual(expect.arrayContaining(["width:100%", "table-layout:fixed", "word-wrap:break-word"]));
  });

  it.each(kinds)("%s fits 72 columns, except URLs", (kind) => {
    const { message: _, ...props } = examples[kind] as { message?: string };
    const lines = renderEmail(kind, props).text.split("\n");
    expect(lines.filter((line) => line.length > 72 && !line.startsWith("https://"))).toEqual([]);
    expect(lines.filter((line) => line.includes("https://") && line !== url)).toEqual([]);
  });

  it("refuses an unknown kind and an invalid payload without quoting it", () => {
    expect(() => renderEmail("toString", {})).toThrow("There is no mail of this kind");
    expect(() => renderEmail("opening_code", { recipientName: "Mia", code: "secret", minutes: 10 })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret") }),
    );
    expect(() => renderEmail("delivery", { ...examples.delivery, url: "javascript:alert(1)" })).toThrow();
  });
});

/** Replaces what people can type as a name or a title, by the names of the props. */
function replaceTyped(value: unknown, typed: (prop: string) => string | undefined, prop = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceTyped(one, typed, prop));
  if (value === null || typeof value !== "object") return typed(prop) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceTyped(inner, typed, name)]));
}

/** Mails to accounts about their own vaults, most of them with settings of their own. */
const TO_ACCOUNTS: EmailKind[] = [
  ...[
    "delivered_notice",
    "trying_another_way",
    "blocked_notice",
    "not_delivered",
    "seal_certificate",
    "rehearsal",
    "proposed_address",
  ],
  ...["legacy_wait", "weekly_digest", "address_trouble", "still_right", "annual_letter", "verify_reminder"],
  ...["security_alert", "export_ready", "erasure_planned", "erasure_stopped", "board_report", "gift_lost"],
  ...["gift_refunded", "announcement"],
] as EmailKind[];
/** Requested a moment earlier by their reader, on one of our pages. Other readers can ignore them. */
const ASKED_FOR: EmailKind[] = [
  ...["verify_address", "opening_code", "password_reset", "sign_in_link", "change_email", "newsletter_confirm"],
] as EmailKind[];

describe("a mail that another account causes", () => {
  const others = kinds.filter((kind) => !TO_ACCOUNTS.includes(kind) && !ASKED_FOR.includes(kind));

  it("is every mail to recipients, guests, contacts and strangers", () => {
    // A new kind of mail is one of these, or its readers are named above.
    expect(others.toSorted()).toEqual([
      ...["answer_notice", "backup_request", "board_thanks", "chosen_reminder", "delivery", "delivery_reminder"],
      ...["ending_soon", "fresh_link", "gift", "guest_link", "host_invitation", "legacy_ending", "legacy_invitation"],
      ...["legacy_open", "legacy_request", "marketing_email", "newsletter_issue", "product_update"],
      ...["recipient_confirmation", "reply_notice"],
    ]);
  });

  it.each(others)("can be stopped with one click: %s", (kind) => {
    const { html, text, unsubscribeUrl } = renderEmail(kind, examples[kind]);
    expect(unsubscribeUrl).toBe(url);
    const mail = { messageId: "a@b", to: { address: "mia@example.net" }, subject: "", text, html, outboxId: "1" };
    expect(extraHeaders({ ...mail, optional: { unsubscribeUrl: url } })).toMatchObject({
      "List-Unsubscribe": `<${url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(text).toMatch(/\n\n(Stop these emails|Stop emails from .+):\nhttps:/);
    expect(visibleText(html)).toMatch(/Stop (these emails|emails from )/);
  });
});

describe("a name in a mail", () => {
  const names = [
    "YOU WON https://evil.example/prize",
    "evil.example",
    "pay@evil.example",
    "evil。example",
    "Eve\r\nhttps://evil.example",
    `${"x".repeat(200)} evil.example`,
    "e\u200bvil.exam\u200bple\u202e",
  ];
  const isName = (prop: string) => prop === "name" || (/Names?$/.test(prop) && prop !== "backupName");

  it.each(kinds)("cannot form a link: %s", (kind) => {
    for (const typed of names) {
      const props = replaceTyped(examples[kind], (prop) => (isName(prop) ? typed : undefined));
      const { subject, text, html } = renderEmail(kind, props);
      for (const part of [subject, text.replace(/\s+/g, " "), visibleText(html)])
        expect(part, typed).not.toMatch(/evil[.。]example|\/\/evil|@evil/);
    }
  });

  it("is unchanged otherwise, and a missing one stays missing", () => {
    const said = (senderName: string) => renderEmail("delivery", { ...examples.delivery, senderName }).subject;
    expect(said("J. R. R. Müller-Łoś")).toBe("J. R. R. Müller-Łoś kept something for you");
    expect(said(" ")).toBe("Someone kept something for you");
    expect(renderEmail("delivery", { ...examples.delivery, recipientName: "mia@example.net" }).text).toContain(
      "Dear mia,",
    );
  });

  it.each([
    ["needs joiners", "ශ්‍රී", "ශ්‍රී"],
    ["needs none", "An\u200Dna\u200C \u200DBerger\u200B", "Anna Berger"],
    ["has an emoji where it is cut", `${"x".repeat(58)}👩‍👩‍👧Anna`, `${"x".repeat(58)}…`],
    ["has an accent where it is cut", `${"x".repeat(58)}e\u0301nd`, `${"x".repeat(58)}…`],
  ])("keeps its characters whole where it %s", (_, senderName, named) => {
    const { subject } = renderEmail("delivery", { ...examples.delivery, senderName });
    expect(subject).toBe(`${named} kept something for you`);
  });

  it("at the beginning of the title does not turn its sentence around", () => {
    const { html } = renderEmail("delivery", { ...examples.delivery, senderName: "שרה לוי" });
    expect(html).toMatch(/<h1 class="ink" style="[^"]+">שרה לוי kept something for you</);
  });

  it.each([
    ["Anna Berger", "Anna"],
    ["Anna Maria Berger", "Anna"],
    ["Mia", "Mia"],
    ["Aunt Rosa", "Aunt Rosa"],
    ["Dr. Weber", "Dr. Weber"],
    ["J. R. R. Müller-Łoś", "J. R. R. Müller-Łoś"],
    ["Mia and Ben", "Mia and Ben"],
    ["Nguyễn Văn An", "Nguyễn Văn An"],
    ["Tra\u0302\u0300n Hoa", "Tra\u0302\u0300n Hoa"],
    ["Oma & Opa", "Oma & Opa"],
    ["The Bergers", "The Bergers"],
    ["Berger, Anna", "Berger, Anna"],
    ["Everyone at number nine", "Everyone at number nine"],
    ["田中 花子", "田中 花子"],
    ["عبد الرحمن", "عبد الرحمن"],
    ["Abdul Rahman", "Abdul Rahman"],
    ["", "Hello"],
  ])("greets %j as %j", (name, greeted) => {
    const { text } = renderEmail("verify_address", { ...examples.verify_address, name });
    expect(text).toContain(name ? `\n\nDear ${greeted},\n` : "\n\nHello,\n");
  });

  it.each(kinds)("cannot change the reading order, nor can a title: %s", (kind) => {
    const props = replaceTyped(examples[kind], (prop) =>
      isName(prop) || prop === "title" ? "Anna \u202Egpj.\u2066x\u200E" : undefined,
    );
    const { subject, text } = renderEmail(kind, props);
    expect(`${subject}${text}`).not.toMatch(/\p{Bidi_Control}/u);
  });
});

describe("a title in a mail", () => {
  const titled = (title: string) => renderEmail("delivery", { ...examples.delivery, title }).text;

  const isTitle = (prop: string) => prop === "title" || prop === "held";

  // The certificate is the sender's own, and shows what was sealed.
  it.each(kinds.filter((kind) => kind !== "seal_certificate"))("cannot form a link: %s", (kind) => {
    for (const typed of ["YOU WON https://evil.example/prize", "evil.example", "pay@evil.example", "evil。example"]) {
      const props = replaceTyped(examples[kind], (prop) => (isTitle(prop) ? typed : undefined));
      const { subject, text, html } = renderEmail(kind, props);
      for (const part of [subject, text.replace(/\s+/g, " "), visibleText(html)])
        expect(part, typed).not.toMatch(/evil[.。]example|:\/\/evil/);
    }
  });

  it.each([
    ["a vowel sign or an accent", "हिन्दी.com and cafe\u0301.com", "हिन्दी. com and cafe\u0301. com"],
    ["an ending in such a script", "example.भारत", "example. भारत"],
  ])("cannot form a link to a host with %s", (_, title, shown) => expect(titled(title)).toContain(`Title: ${shown}\n`));

  it.each(["3.5 years, v2.0", "At 5 p.m., 24.12.2030", "To Mr. Weber: 1/2", "J.R.R.’s book…", "我的信。你好"])(
    "is unchanged otherwise: %s",
    (title) => expect(titled(title)).toContain(`Title: ${title}\n`),
  );
});

it("promises a contact no objection of a sender whose account was erased", () => {
  const { text } = renderEmail("backup_request", { ...examples.backup_request, isSenderGone: true });
  expect(text.replace(/\s+/g, " ")).toContain("We’ll wait three days");
  expect(renderEmail("legacy_open", { ...examples.legacy_open, kind: "view" }).text).not.toContain("object");
});

it("asks a contact about a message to the future self without naming two people", () => {
  const { text } = renderEmail("backup_request", { ...examples.backup_request, recipientName: "Anna Berger" });
  expect(text.replace(/\s+/g, " ")).toContain("Anna Berger made something for their future self and asked us");
  expect(text.replace(/\s+/g, " ")).toContain("Or just tell Anna Berger that it’s waiting at Amberkeep.");
});

it("asks a backup contact for the person it’s for where no name is known", () => {
  const { subject, html, text } = renderEmail("backup_request", { ...examples.backup_request, recipientName: "" });
  expect(subject).toBe("Can you help with something from Anna Berger?");
  for (const part of [visibleText(html), text].map((words) => words.replace(/\s+/g, " "))) {
    expect(part).toContain("made something for a person whose name we don’t know and asked us");
    expect(part).toContain("Do you know an email address for the person it’s for?");
    expect(part).not.toContain("someone");
  }
});

describe("the mail about a refunded gift", () => {
  const said = (change: object) =>
    renderEmail("gift_refunded", { ...examples.gift_refunded, ...change }).text.replace(/\s+/g, " ");

  it("says what its reader has now, and what stays", () => {
    expect(said({})).toContain("The Plus plan that Anna Berger gave you was refunded, and the payment went back to");
    expect(said({})).toContain("You now have the Free plan, with room for 1 vault.");
    expect(said({ planLeft: "Starter", vaults: 5 })).toContain("the Starter plan, with room for 5 vaults.");
    expect(said({})).toContain("Nothing changes for what you’ve already scheduled");
    expect(said({})).toContain("Your drafts stay, too.");
  });

  it("names no giver whose account was erased", () => {
    expect(said({ giverName: "" })).toContain("The Plus plan that you were given was refunded,");
  });

  it("speaks of no refund where the payment was refused", () => {
    expect(said({ isRefunded: false })).toContain("The Plus plan that Anna Berger gave you is no longer paid for.");
    expect(said({ isRefunded: false })).not.toContain("refund");
  });
});

describe("the mail about a reply", () => {
  it("invites an answer only where one is possible", () => {
    const said = (canAnswer: boolean) =>
      renderEmail("reply_notice", { ...examples.reply_notice, canAnswer }).text.replace(/\s+/g, " ");
    expect(said(true)).toContain("and answer there.");
    expect(said(false)).not.toContain("answer there");
    expect(said(false)).toContain("so you can’t answer.");
  });
});

describe("the reminder on a day that the reader chose", () => {
  it("does not call that day today, as it may leave later", () => {
    const { subject, html, text } = renderEmail("chosen_reminder", examples.chosen_reminder);
    for (const part of [subject, html, text]) expect(part).not.toMatch(/today|this day/i);
  });
});

describe("the mail about a restored address", () => {
  it("asks for a new password, and does not say that there is nothing to do", () => {
    const { text } = renderEmail("security_alert", { ...examples.security_alert, event: "email_restored" });
    expect(text).toContain("Please choose a new one now.");
    expect(text).not.toContain("nothing to do");
  });
});

describe("the reminder to confirm an address", () => {
  const vault = { title: "A memory", deliveryDate: "2031-06-14", isPast: false };
  const ending = { ...vault, isPast: true, endsOn: "2031-07-15" };
  const said = (...vaults: object[]) =>
    renderEmail("verify_reminder", { ...examples.verify_reminder, vaults }).text.replace(/\s+/g, " ");

  it("speaks of one memory or of several", () => {
    expect(said(vault)).toContain("this can’t go out:");
    expect(said(vault, vault)).toContain("these can’t go out:");
    expect(said(ending)).toContain("by July 15, 2031, we’ll delete the memory, because we can’t tell whose it is.");
    expect(said({ ...ending, endsOn: "2031-08-01" }, ending)).toContain(
      "by July 15, 2031, we’ll start deleting these memories, because we can’t tell whose they are.",
    );
  });

  it("tells a stranger whose address was mistyped what to do", () => {
    expect(said(vault)).toContain("If that wasn’t you, there’s nothing to do.");
  });
});

describe("mails to a legacy contact", () => {
  it.each([
    ["legacy_request", { ...examples.legacy_request, recipientName: "Anna Berger" }],
    ["legacy_open", { ...examples.legacy_open, recipientName: "Anna Berger" }],
    ["legacy_ending", { ...examples.legacy_ending, recipientName: "Anna Berger" }],
  ] as const)("speak of a message to the future self as such (%s)", (kind, props) => {
    const said = renderEmail(kind, props).text.replace(/\s+/g, " ");
    expect(said).toMatch(/Anna( Berger)? kept (something )?for their future self/);
  });
});

describe("the mail with thanks for a board", () => {
  it("says to the host that they started it, and to guests that they added to it", () => {
    const said = (isHost: boolean) =>
      renderEmail("board_thanks", { ...examples.board_thanks, isHost }).text.replace(/\s+/g, " ");
    expect(said(false)).toContain("The memory board you added to has been opened.");
    expect(said(false)).toContain("because you added to this memory board and confirmed your address.");
    expect(said(true)).toContain("The memory board you started has been opened.");
    expect(said(true)).toContain("because you started this memory board.");
    expect(said(true)).not.toMatch(/added|confirmed/);
  });
});

describe("the delivery mail", () => {
  it("tells a guest that the board they joined is open, and that they entered the address", () => {
    const mail = (isGuest: boolean) => renderEmail("delivery", { ...examples.delivery, isGuest });
    expect(mail(false).text).toContain("because Anna Berger chose your address");
    expect(mail(true).subject).toBe("Anna Berger’s memory board is open");
    expect(mail(true).text).toContain("because you joined this board");
    for (const part of [mail(true).html, mail(true).text]) {
      expect(part).not.toMatch(/chose your address|kept something for you|Written/);
      expect(part).toMatch(/Started(: |<\/dt>)/);
    }
    const { subject } = renderEmail("delivery", { ...examples.delivery, isGuest: true, senderName: "" });
    expect(subject).toBe("The memory board is open");
  });

  it.each([
    [undefined, "You kept something for yourself", "you made something for yourself"],
    ["for_other", "You kept something for Mia", "you made something for Mia"],
    ["board", "Your memory board is ready: On your wedding day", "you started this memory board"],
  ] as const)("speaks to its sender about what they kept (%s)", (ownKind, title, intro) => {
    const { stopUrl: _, ...props } = examples.delivery;
    const { subject, html, text } = renderEmail("delivery", { ...props, isToSelf: true, ownKind });
    expect(subject).toBe(title);
    for (const part of [html, text.replace(/\s+/g, " ")]) {
      expect(part).toContain("Dear Anna,");
      expect(part).toContain(intro);
      expect(part).not.toMatch(/Anna Berger|Stop emails/);
    }
  });

  it("includes the letter only if the sender chose so", () => {
    const { message, ...props } = examples.delivery;
    const { html, text } = renderEmail("delivery", props);
    expect(html + text).not.toContain("kitchen");
    expect(renderEmail("delivery", { ...props, message }).text).toContain(message);
  });

  it("includes the letter exactly, line by line, in both parts", () => {
    fc.assert(
      fc.property(writtenText, (message) => {
        const { html, text } = renderEmail("delivery", { ...examples.delivery, message });
        expect(text).toContain(message);
        expect(letterIn(html)).toBe(message.replaceAll("\u00a0", " "));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps indents, wide gaps and blank lines with a space in programs without `pre-wrap`", () => {
    const { html, text } = renderEmail("delivery", { ...examples.delivery, message: "One verse\n \n  a   b" });
    expect(html).toContain(
      '<div dir="auto">One verse</div><div dir="auto">\u00a0</div><div dir="auto">\u00a0\u00a0a \u00a0\u00a0b</div>',
    );
    expect(text).toContain("One verse\n \n  a   b");
  });

  it("gives lines of right-to-left scripts their direction also in programs without `dir=auto`", () => {
    const lines = ["שלום", "– “مرحبا” Mia", "12 ילדים", "\u200fMia", "Mia, שלום", "12", "ⵣ", "\u200eשלום"];
    const { html } = renderEmail("delivery", { ...examples.delivery, message: lines.join("\n") });
    const shown = [...html.matchAll(/<div dir="rtl" style="direction:rtl">(.*?)<\/div>/gu)].map(([, line]) => line);
    expect(shown).toEqual(lines.slice(0, 4));
    expect(letterIn(html)).toBe(lines.join("\n"));
  });

  it.each([
    ["ASCII", "“No,” she said. ".repeat(6_250)],
    ["a script of three bytes a letter", "木漏れ日の下で".repeat(7_000)],
    ["short lines", "ab\n".repeat(16_000)],
    ["short lines from right to left", "אב\n".repeat(2_200)],
    ["as much as fits", "ж".repeat(45_000)],
    ["many quotes", `"I don't," he said. `.repeat(2_571)],
    ["few", "My dear Mia,\n\nit is late."],
  ])("has its button in the part that Gmail shows of a letter of %s", (_, message) => {
    const { html } = renderEmail("delivery", { ...examples.delivery, message });
    const [upToButton = ""] = html.split("Or open this link:");
    expect(Buffer.byteLength(upToButton)).toBeLessThan(102_000);
  });

  it("has its button below the letter otherwise", () => {
    const { text } = renderEmail("delivery", { ...examples.delivery, message: "It is late. ".repeat(1_000) });
    expect(text.indexOf("It is late.")).toBeLessThan(text.indexOf("Open it on Amberkeep:"));
  });

  it("escapes markup everywhere", () => {
    const markup = `<script>alert("x")</script><img src=x onerror='y'>&amp;`;
    const { html, subject } = renderEmail("delivery", {
      ...examples.delivery,
      recipientName: markup,
      senderName: markup,
      title: markup,
      message: markup,
    });
    expect(html).not.toMatch(/<script|<img/);
    expect(letterIn(html)).toBe(markup);
    expect(subject).toContain(`<script>alert("x")< script>`);
  });

  it("keeps a subject on one line", () => {
    const { subject } = renderEmail("delivery", {
      ...examples.delivery,
      senderName: "Eve\r\nBcc: all@example.org\u2028\0",
    });
    expect(subject).toBe("Eve Bcc all example. org kept something for you");
  });
});

/** No NUL, and LF line endings. */
const writtenText = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 400 }),
    fc
      .array(
        fc.constantFrom(
          "שלום",
          "مرحبا",
          "👩‍👩‍👧‍👦",
          "é",
          "é",
          "\n",
          "\n\n",
          "\t",
          "   ",
          "<b>",
          "&lt;",
          "--",
          ".",
          "From ",
          "=3D",
          "\u200f",
        ),
        {
          minLength: 1,
          maxLength: 200,
        },
      )
      .map((parts) => parts.join("")),
  )
  .map((text) => text.replace(/[\0\r]/g, ""))
  .filter((text) => text !== "");

function unescapeHtml(text: string): string {
  const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
  return text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity);
}

function letterIn(html: string): string {
  const lines = [...html.matchAll(/<div dir="(?:auto|rtl)"[^>]*>(.*?)<\/div>/gsu)];
  return lines
    .map(([, line = ""]) => unescapeHtml(line.replace(/^<br\/>$/, "")))
    .join("\n")
    .replaceAll("\u00a0", " ");
}

function visibleText(html: string): string {
  return unescapeHtml(html.replace(/<(style|title)>.*?<\/\1>/gs, "").replace(/<[^>]+>/g, " "));
}
