import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VaultStatus } from "./vault-status";

it("does not call a memory sent whose mail may still wait for the mail service", () => {
  const vault = { id: "vault", state: "delivering" as const, unreached: [], backupName: "", to: "Mia" };
  const dates = { deliveryDate: "2031-06-14", sealedOn: "", heldUntil: "" };
  const page = renderToStaticMarkup(<VaultStatus {...vault} {...dates} isJustSealed={false} />);
  expect(page).toContain("we’re sending it");
  expect(page).not.toContain("sent it");
});
