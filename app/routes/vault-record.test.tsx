import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VaultDetails } from "~/ui/vault/vault-details";
import { createDraft, createLetter } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as vault from "./memories.$id";

it("shows no delivery record of a draft, which has none yet", async () => {
  const ada = await createUser();
  const pageOf = async (id: string) => {
    const answer = await answerOf(vault.loader, pageRequest(`/memories/${id}`, ada.browser), ada.browser, { id });
    const { details, ...others } = await answer.json();
    return renderToStaticMarkup(<VaultDetails {...details} {...others} isJustSealed={false} />);
  };
  expect(await pageOf(await createDraft(ada.user))).not.toContain("Delivery record");
  expect(await pageOf(await createLetter(ada.user))).toContain("Delivery record");
});
