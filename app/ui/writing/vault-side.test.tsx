import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formKindOf, type VaultType } from "~/domain/vault/vault";
import { createFields } from "../base/live-fields";
import { kindNames } from "../base/stamp";
import { KINDS } from "../vault/vault-card-data";
import { VaultSide } from "./vault-side";

function render(type: VaultType): string {
  const held = { formId: "vault", initial: { deliveryDate: "2044-06-14" }, typed: undefined, errors: {} };
  return renderToStaticMarkup(
    <VaultSide
      mode="new"
      kind={formKindOf(type)}
      type={type}
      self={{ id: "u", name: "Anna", email: "anna@example.org" }}
      dates={{ first: "2026-11-23", last: "2101-11-23" }}
      now="2026-11-22T09:00:00.000Z"
      action="/create"
      fields={createFields(held) as Parameters<typeof VaultSide>[0]["fields"]}
      words={undefined}
      fillsInZone={false}
    />,
  );
}

it.each(["letter", "photo", "video", "audio", "memory-board", "future-self"] as const)(
  "puts the stamp of a vault of type %s on the envelope",
  (type) => {
    expect(render(type)).toContain(`>${kindNames[KINDS[type]]}</span>`);
  },
);

it("promises to ask before sealing only where there is time to", () => {
  expect(render("letter")).toContain("We’ll ask once more before closing it, unless it’s due within 15 minutes.");
});
