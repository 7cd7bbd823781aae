import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateIn, formatTime } from "~/domain/calendar/delivery-date";
import { nextDigestAt, weekOf } from "./week";

const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago");
const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });

describe("the weekly digest", () => {
  it("is due on the next Monday at eight in the user's zone", () => {
    fc.assert(
      fc.property(zone, instant, (zone, now) => {
        const next = nextDigestAt(zone, now);
        expect(new Date(dateIn(zone, next)).getUTCDay()).toBe(1);
        expect(formatTime(next, zone)).toBe("08:00");
        expect(next > now).toBe(true);
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
      }),
    );
  });

  it("names its week by its Monday in the user's zone", () => {
    expect(weekOf("UTC", new Date("2026-11-22T23:30:00Z"))).toBe("2026-11-16");
    expect(weekOf("Europe/Berlin", new Date("2026-11-22T23:30:00Z"))).toBe("2026-11-23");
    expect(weekOf("America/New_York", new Date("2026-11-23T03:00:00Z"))).toBe("2026-11-16");
  });
});
