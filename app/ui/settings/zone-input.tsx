import { useState } from "react";
import { COMMON_ZONES } from "~/domain/calendar/usual-zones";
import { TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

const LIST = "zones";

/** With script, every zone that the browser knows is offered. */
export function ZoneInput({ field }: { field: AnyField }) {
  const [zones, setZones] = useState(COMMON_ZONES);
  return (
    <>
      <TextField
        field={field}
        label="Time zone"
        list={LIST}
        spellCheck={false}
        autoComplete="off"
        required
        onFocus={() => setZones([...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])])}
        hint="Region and city, like Europe/Berlin. For new vaults; what’s scheduled keeps its own."
      />
      <datalist id={LIST}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
