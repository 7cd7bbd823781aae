import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { draftSchema, vaultSchema } from "~/domain/writing/vault-schema";
import { MESSAGE_MAX_LENGTH, storedType, TITLE_MAX_LENGTH, VAULT_TYPES } from "./vault";
import { NO_CONTENT, NO_RECIPIENT, NO_TITLE } from "./vault-words";

const NOW = new Date("2026-10-05T23:30:00Z");
const schema = vaultSchema("send-to-someone", NOW);
const valid = {
  title: "For Mia",
  recipientName: "Mia",
  recipientEmail: "mia@example.net",
  message: "Dear Mia",
  deliveryDate: "2044-06-14",
  deliveryHour: "9",
  deliveryZone: "Europe/Berlin",
};

function letterErrors(change: Record<string, unknown>): Record<string, string> {
  const parsed = schema.safeParse({ ...valid, ...change });
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]));
}

describe("the form of a board", () => {
  /** With an empty row at the end, as the page has it. */
  const errorsFor = (people: number, schema: z.ZodType) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(valid)) form.append(name, value);
    for (let row = 0; row <= people; row += 1) {
      form.append(`boardRecipients[${row}].name`, "");
      form.append(`boardRecipients[${row}].email`, row < people ? `guest${row}@example.org` : "");
    }
    const submission = parseWithZod(form, { schema });
    return submission.status === "error" ? submission.error : undefined;
  };

  it("takes 100 people, and names the row that is too many", () => {
    for (const rules of [vaultSchema("memory-board", NOW), draftSchema]) {
      expect(errorsFor(100, rules)).toBeUndefined();
      expect(errorsFor(101, rules)).toEqual({
        "boardRecipients[100].email": ["A board goes to at most 100 people."],
      });
    }
  });
});

describe("the form of a letter", () => {
  it("keeps valid input", () => {
    expect(schema.parse({ ...valid, includesMessage: "on" })).toEqual({
      ...valid,
      deliveryHour: 9,
      includesMessage: true,
      isToBeSealed: false,
      isOpen: false,
      needsApproval: false,
      boardRecipients: [],
      recipientPhone: "",
    });
  });

  it("defaults to nine o'clock UTC, without the text in the mail", () => {
    const { deliveryHour: _, deliveryZone: __, ...others } = valid;
    expect(schema.parse(others)).toMatchObject({ deliveryHour: 9, deliveryZone: "UTC", includesMessage: false });
  });

  it.each([
    ["title", undefined, "Title is required"],
    ["title", "   ", "Title is required"],
    ["title", "a".repeat(TITLE_MAX_LENGTH + 1), `Please use at most ${TITLE_MAX_LENGTH} characters.`],
    ["title", "two\nlines", "Please use plain text on one line."],
    ["title", ["a", "b"], "Please send this field once."],
    ["recipientEmail", undefined, "Please provide an email address for the recipient."],
    ["recipientEmail", " ", "Please provide an email address for the recipient."],
    ["recipientEmail", "mia", "Please enter a valid email address"],
    ["recipientName", "Mia\u0000", "Please use plain text on one line."],
    ["recipientPhone", "1".repeat(41), "Please use at most 40 characters."],
    ["message", undefined, "Please add at least one photo, video, audio file, or write a message."],
    ["message", " \r\n\t ", "Please add at least one photo, video, audio file, or write a message."],
    ["message", "a\u0000b", "Please use plain text."],
    ["message", "a".repeat(MESSAGE_MAX_LENGTH + 1), "Please use at most 100,000 characters."],
    ["message", ["a", "b"], "Please send this field once."],
    ["deliveryDate", undefined, "Please select a delivery date"],
    ["deliveryDate", "2027-02-29", "Please select a delivery date"],
    ["deliveryDate", "14.06.2044", "Please select a delivery date"],
    ["deliveryDate", "2026-10-04", "Please select a date that is still to come."],
    ["deliveryDate", "2101-10-07", "Please select a date within 75 years."],
    ["deliveryHour", "24", "Please choose an hour"],
    ["deliveryHour", "-1", "Please choose an hour"],
    ["deliveryHour", "9.5", "Please choose an hour"],
    ["deliveryHour", "nine", "Please choose an hour"],
    ["deliveryZone", "Mars/Olympus_Mons", "Please choose a time zone"],
    ["includesMessage", "off", "Please send this field once."],
  ])("says of %s %j: %s", (field, value, sentence) => {
    expect(letterErrors({ [field]: value })[field]).toBe(sentence);
  });

  it("accepts today and the last possible day in the zone of the delivery", () => {
    for (const [deliveryZone, first, last] of [
      ["Pacific/Kiritimati", "2026-10-06", "2101-10-06"],
      ["Europe/Berlin", "2026-10-06", "2101-10-06"],
      ["Etc/GMT+12", "2026-10-05", "2101-10-05"],
    ] as const) {
      const previous = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
      const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
      expect(letterErrors({ deliveryZone, deliveryDate: first })).toEqual({});
      expect(letterErrors({ deliveryZone, deliveryDate: last })).toEqual({});
      expect(letterErrors({ deliveryZone, deliveryDate: previous }).deliveryDate).toMatch(/still to come/);
      expect(letterErrors({ deliveryZone, deliveryDate: next }).deliveryDate).toMatch(/within 75 years/);
    }
  });

  it("changes only the line breaks of a text", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(text, (written) => {
        fc.pre(written.trim() !== "" && !written.includes("\u0000"));
        const asBrowsersSend = written.replace(/\r\n?|\n/g, "\r\n");
        expect(schema.parse({ ...valid, message: asBrowsersSend }).message).toBe(written.replace(/\r\n?/g, "\n"));
      }),
    );
    expect(schema.parse({ ...valid, message: "a\r\n\r\nb\rc\nd " }).message).toBe("a\n\nb\nc\nd ");
  });

  it("counts characters as browsers do, with a line break as one", () => {
    const longest = "👩‍👩‍👧\r\n".repeat(MESSAGE_MAX_LENGTH).slice(0, MESSAGE_MAX_LENGTH);
    expect(letterErrors({ message: longest })).toEqual({});
    expect(letterErrors({ message: "a\r\n".repeat(MESSAGE_MAX_LENGTH / 2) })).toEqual({});
    expect(letterErrors({ message: "a\r\n".repeat(MESSAGE_MAX_LENGTH / 2 + 1) }).message).toMatch(/at most/);
  });
});

describe("the form of every kind", () => {
  const typed = (fields: Record<string, string>) => {
    const formData = new FormData();
    for (const [name, value] of Object.entries({ deliveryZone: "UTC", deliveryHour: "9", ...fields }))
      formData.set(name, value);
    return formData;
  };
  const errorsOf = (schema: z.ZodType, fields: Record<string, string>) => {
    const submission = parseWithZod(typed(fields), { schema });
    return submission.status === "success" ? {} : (submission.error ?? {});
  };

  it("reports all missing fields at once", () => {
    expect(errorsOf(vaultSchema("send-to-someone", NOW), { deliveryDate: "2020-01-01" })).toEqual({
      title: [NO_TITLE],
      recipientEmail: [NO_RECIPIENT],
      message: [NO_CONTENT],
      deliveryDate: ["Please select a date that is still to come."],
    });
    expect(Object.keys(errorsOf(vaultSchema("future-self", NOW), {}))).toEqual(["title", "message", "deliveryDate"]);
  });

  it("needs no text if there are files", () => {
    const fields = { title: "A", message: "", recipientEmail: "mia@example.net", deliveryDate: "2044-06-14" };
    expect(errorsOf(vaultSchema("send-to-someone", NOW, { hasFiles: true }), fields)).toEqual({});
  });

  it("accepts three pages of notes on a board, and recipients with an address", () => {
    const board = vaultSchema("memory-board", NOW);
    const fields = { title: "A", message: "a".repeat(9_000), deliveryDate: "2044-06-14" };
    expect(errorsOf(board, fields)).toEqual({});
    expect(errorsOf(board, { ...fields, message: "a".repeat(9_001) }).message).toEqual([
      "Please use at most 9,000 characters.",
    ]);
    const people = { "boardRecipients[0].name": "Tom", "boardRecipients[2].email": "Eva@Example.org" };
    expect(errorsOf(board, { ...fields, ...people })).toEqual({ "boardRecipients[0].email": [NO_RECIPIENT] });
    const listed = parseWithZod(typed({ ...fields, ...people, "boardRecipients[0].email": "eva@example.org" }), {
      schema: board,
    });
    expect(listed.status === "success" && listed.value.boardRecipients).toEqual([
      { name: "eva@example.org", email: "eva@example.org" },
    ]);
  });

  it("can be saved as a draft when empty or invalid, within the limits", () => {
    expect(errorsOf(draftSchema, {})).toEqual({});
    const wrong = {
      title: "",
      message: "",
      recipientEmail: "mia at",
      deliveryDate: "yesterday",
      deliveryZone: "Mars",
    };
    expect(errorsOf(draftSchema, wrong)).toEqual({});
    expect(Object.keys(errorsOf(draftSchema, { title: "a".repeat(201) }))).toEqual(["title"]);
  });
});

describe("the stored type", () => {
  it.each(VAULT_TYPES)("of %s is itself", (type) => {
    expect(storedType(type)).toBe(type);
  });

  it.each(["send-to-someone", "x", "", null, undefined])("of %j is a letter", (type) => {
    expect(storedType(type)).toBe("letter");
  });
});
