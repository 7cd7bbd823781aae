import { describe, expect, it } from "vitest";
import { formatMailbox, readMailbox, readSender, singleLine } from "./mailbox.server";

describe("readMailbox", () => {
  it.each([
    ["mia@example.org", "mia@example.org"],
    [" Mia+amber@Example.ORG ", "Mia+amber@example.org"],
    ["o'brien@example.org", "o'brien@example.org"],
    ['"mia berger"@example.org', '"mia berger"@example.org'],
    ['"a@b\\"c"@example.org', '"a@b\\"c"@example.org'],
    ["mia@müller.example", "mia@xn--mller-kva.example"],
    ["міа@пошта.укр", "міа@xn--80a1acn3a.xn--j1amh"],
    ["foo..bar.@docomo.example", "foo..bar.@docomo.example"],
    ["mia@localhost", "mia@localhost"],
  ])("reads %s", (address, read) => {
    expect(readMailbox({ address })?.address).toBe(read);
  });

  it.each([
    "",
    "mia",
    "@example.org",
    "mia@",
    "mia@@example.org",
    "mia berger@example.org",
    "mia@example.org, eve@example.org",
    "mia@example.org\r\nBcc: eve@example.org",
    "mia\r\n@example.org",
    "mia\0@example.org",
    "<mia@example.org>",
    "mia@[127.0.0.1]",
    "mia@exa mple.org",
    "mia@-example.org",
    '"mia@example.org',
    `${"m".repeat(65)}@example.org`,
    `mia@${"e".repeat(64)}.org`,
  ])("refuses %j", (address) => {
    expect(readMailbox({ address })).toBeNull();
  });
});

it("makes one line of anything", () => {
  expect(singleLine(" Mia\r\nBcc: x\u2028y\u0000z\ud800 ")).toBe("Mia Bcc: x y z\ufffd");
});

it("quotes names", () => {
  expect(formatMailbox({ name: 'Mia "M", \\ Berger', address: "mia@example.org" })).toBe(
    '"Mia \\"M\\", \\\\ Berger" <mia@example.org>',
  );
  expect(formatMailbox({ name: "", address: "mia@example.org" })).toBe("mia@example.org");
});

describe("readSender", () => {
  it.each([
    ["letters@example.org", "letters@example.org"],
    ["Amberkeep <letters@example.org>", '"Amberkeep" <letters@example.org>'],
    [" Amberkeep, Inc. <letters@example.org> ", '"Amberkeep, Inc." <letters@example.org>'],
    ['"Amberkeep \\"Inc.\\" <3" <letters@example.org>', '"Amberkeep \\"Inc.\\" <3" <letters@example.org>'],
    ["<letters@example.org>", "letters@example.org"],
  ])("reads %s, and again as it is written", (text, written) => {
    const sender = readSender(text);
    expect(sender && formatMailbox(sender)).toBe(written);
    expect(readSender(written)).toEqual(sender);
  });

  it.each([
    "",
    "Amberkeep",
    "Amberkeep letters@example.org",
    "Amberkeep <letters>",
    "Amberkeep <letters@example.org",
    "a@example.org, b@example.org",
    "A <a@example.org>, B <b@example.org>",
  ])("refuses %j", (text) => {
    expect(readSender(text)).toBeNull();
  });
});
