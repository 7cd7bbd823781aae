import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { InvitationPage } from "./invitation-page";

it("speaks of an erased owner in the past", () => {
  const page = (isOwnerGone: boolean) =>
    renderToStaticMarkup(
      <InvitationPage contactName="Eva" ownerName="Ada" isOwnerGone={isOwnerGone} offers={[]} state="accepted" />,
    );
  for (const [now, before] of [
    ["<bdi>Ada</bdi> trusts you", "<bdi>Ada</bdi> trusted you"],
    ["keeps letters and recordings here", "left letters and recordings here"],
  ] as const) {
    expect([page(false).includes(now), page(false).includes(before)]).toEqual([true, false]);
    expect([page(true).includes(now), page(true).includes(before)]).toEqual([false, true]);
  }
});
