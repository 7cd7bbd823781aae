import { describe, expect, it } from "vitest";
import { draftSchema, vaultSchema } from "./vault-schema";

const NOW = new Date("2031-01-05T12:00:00Z");

describe("a form", () => {
  it("spells its time zone as usual, whatever was typed", () => {
    const fields = {
      title: "For Mia",
      recipientEmail: "mia@example.net",
      message: "Dear Mia",
      deliveryDate: "2044-06-14",
      deliveryZone: "europe/berlin",
    };
    expect(draftSchema.parse(fields).deliveryZone).toBe("Europe/Berlin");
    expect(vaultSchema("send-to-someone", NOW).parse(fields).deliveryZone).toBe("Europe/Berlin");
  });
});
