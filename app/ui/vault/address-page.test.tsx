import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AddressPage } from "./address-page";

it("leads to the recipients of a board until it is sealed", () => {
  const pageOf = (isSealed: boolean) => {
    const reach = { backupName: "", backupEmail: "" };
    const addresses = { when: "before" as const, recipientName: "", isSealed, reach };
    return renderToStaticMarkup(<AddressPage id="b1" addresses={addresses} chosen={null} />);
  };
  expect(pageOf(false)).toContain('<a href="/create?edit=true&amp;id=b1">Edit Memory</a>');
  expect(pageOf(true)).not.toContain("/create");
});
