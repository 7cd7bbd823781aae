import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VaultStatus } from "./vault-status";

it("does not call a memory sent whose mail may still wait for the mail service", () => {
  const vault = { id: "vault", state: "delivering", unreached: [], backupName: "", to: "Mia" } as const;
  const about = { isJustSealed: false, deliveryDate: "2031-06-14", sealedOn: "", heldUntil: "" };
  const page = renderToStaticMarkup(<VaultStatus {...vault} {...about} />);
  expect(page).toContain("we’re sending it");
  expect(page).not.toContain("sent it");
});
