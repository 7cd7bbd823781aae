import { CONFIRM_MINUTES } from "~/domain/writing/form-values";
import { Card } from "../base/card";
import { Checkbox } from "../base/field";
import { EnvelopeFront } from "../vault/envelope-front";
import { KINDS } from "../vault/vault-card-data";
import type { LiveFields, VaultFormProps } from "./vault-form-props";
import { WhenCard, type whenInWords } from "./when-card";

type Props = Pick<VaultFormProps, "mode" | "kind" | "type" | "self" | "dates" | "now" | "action"> & {
  fields: LiveFields;
  words: ReturnType<typeof whenInWords>;
  /** Whether the browser's time zone is filled in. */
  fillsInZone: boolean;
};

export function VaultSide({ mode, kind, type, self, dates, now, action, fields, words, fillsInZone }: Props) {
  return (
    <>
      <WhenCard
        date={fields.deliveryDate}
        hour={fields.deliveryHour}
        zone={fields.deliveryZone}
        dates={dates}
        now={now}
        words={words}
        action={action}
        fillsInZone={fillsInZone}
      />
      {mode !== "edit" && kind !== "memory-board" && (
        <Card tone="glow">
          <Checkbox
            field={fields.isToBeSealed}
            label="Seal it"
            hint={`No one can open or change it before then, not even you. We’ll ask once more before closing it, unless it’s due within ${CONFIRM_MINUTES} minutes.`}
          />
        </Card>
      )}
      <div className="writing-envelope" aria-hidden="true">
        <EnvelopeFront
          {...envelopeFrontOf(kind, self, fields)}
          kind={KINDS[type]}
          day={words ? String(fields.deliveryDate.value) : null}
        />
      </div>
    </>
  );
}

/** Follows what is typed. */
function envelopeFrontOf(kind: VaultFormProps["kind"], self: VaultFormProps["self"], fields: LiveFields) {
  const { title, recipientName, recipientEmail, isToBeSealed } = fields;
  const to = {
    "send-to-someone": { to: recipientName.value, address: recipientEmail.value },
    "future-self": { to: self.name, address: self.email },
    "memory-board": { to: title.value, address: "Everyone on its list" },
  }[kind];
  return {
    from: self.name,
    to: String(to.to ?? "") || "To …",
    address: String(to.address ?? ""),
    isSealed: isToBeSealed?.value === "on",
  };
}
