import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AddressPage } from "./address-page";

it("leads to each recipient of a board, and to its form until it is sealed", () => {
  const pageOf = (isSealed: boolean) => {
    const reach = { backupName: "", backupEmail: "" };
    const listed = [{ position: 1, recipientName: "Mia", recipientEmail: "mia@example.net" }];
    const addresses = { when: "before" as const, recipientName: "", isSealed, reach, listed };
    return renderToStaticMarkup(<AddressPage id="b1" addresses={addresses} chosen={null} />);
  };
  for (const isSealed of [true, false]) expect(pageOf(isSealed)).toContain('href="/memories/b1/address?position=1"');
  expect(pageOf(false)).toContain('href="/create?edit=true&amp;id=b1"');
  expect(pageOf(true)).not.toContain("/create");
});
