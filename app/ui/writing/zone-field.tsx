import { useEffect, useState } from "react";
import { dateIn, horizonDate } from "~/domain/calendar/delivery-date";
import { TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

const LIST = "time-zones";
/** Zones offered without JavaScript. */
const COMMON =
  `Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver America/Chicago America/Mexico_City
America/New_York America/Bogota America/Halifax America/Sao_Paulo America/Argentina/Buenos_Aires Atlantic/Azores UTC
Europe/London Europe/Lisbon Africa/Lagos Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Africa/Johannesburg
Africa/Cairo Europe/Athens Europe/Kyiv Europe/Istanbul Africa/Nairobi Asia/Dubai Asia/Tehran Asia/Karachi Asia/Kolkata
Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Shanghai Asia/Singapore Australia/Perth Asia/Tokyo Asia/Seoul
Australia/Adelaide Australia/Sydney Pacific/Auckland Pacific/Tongatapu`.split(/\s/);

type ZoneFieldProps = {
  zone: AnyField;
  date: AnyField;
  /** Whether the browser's time zone is filled in. */
  isUnsaid: boolean;
};

export function ZoneField({ zone, date, isUnsaid }: ZoneFieldProps) {
  const [zones, setZones] = useState(COMMON);
  useEffect(() => {
    if (isUnsaid) fillIn(zone.id, date.id);
  }, [isUnsaid, zone.id, date.id]);
  const listAll = () => setZones([...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])]);
  return (
    <>
      <TextField field={zone} label="Time zone" spellCheck={false} list={LIST} onFocus={listAll} />
      <datalist id={LIST}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Replaces the default UTC with the browser's zone, and updates the date bounds. */
function fillIn(zoneId: string, dateId: string): void {
  const [zone, date] = [zoneId, dateId].map((id) => document.getElementById(id) as HTMLInputElement | null);
  if (!zone || !date || zone.value !== "UTC" || date.value) return;
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  date.min = dateIn(zone.value, new Date());
  date.max = horizonDate(zone.value, new Date());
}
