import { useEffect, useState } from "react";
import { dateIn, horizonDate, isTimeZone } from "~/domain/calendar/delivery-date";
import { TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

const LIST = "time-zones";
type ZoneFieldProps = {
  zone: AnyField;
  date: AnyField;
  /** When the page was rendered, as an ISO instant. */
  now: string;
  /** Whether the browser's time zone is filled in. */
  fillsInZone: boolean;
};

/** With script, every zone that the browser knows is offered. */
export function ZoneField({ zone, date, now, fillsInZone }: ZoneFieldProps) {
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => {
    if (fillsInZone) fillIn(zone.id, date.id, new Date(now));
  }, [fillsInZone, zone.id, date.id, now]);
  const listAll = () => setZones([...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])]);
  return (
    <div>
      <TextField field={zone} label="Time zone" spellCheck={false} list={LIST} onFocus={listAll} />
      <noscript>
        <p className="field-hint">Region and city, like Europe/Berlin.</p>
      </noscript>
      <datalist id={LIST}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

/** Replaces the default UTC with the browser's zone, and updates the date bounds. */
function fillIn(zoneId: string, dateId: string, now: Date): void {
  const [zone, date] = [zoneId, dateId].map((id) => document.getElementById(id) as HTMLInputElement | null);
  if (!zone || !date || zone.value !== "UTC" || date.value) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Where Chromium cannot tell the system's zone, it says `Etc/Unknown`, which it does not accept itself.
  if (!isTimeZone(timeZone)) return;
  zone.value = timeZone;
  date.min = dateIn(zone.value, now);
  date.max = horizonDate(zone.value, now);
}
