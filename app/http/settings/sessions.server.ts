import { z } from "zod";
import type { User } from "~/domain/account/account";
import { endOtherSessions, listSecurityEvents } from "~/domain/account/security-events.server";
import { SECURITY_WORDS } from "~/domain/account/security-words";
import { endSessionById, listSessions, type Session } from "~/domain/account/session.server";
import { dateIn, formatDate, formatInstant } from "~/domain/calendar/delivery-date";
import { readForm } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";

/** Visits are recorded hourly. */
const ACTIVE_MS = 2 * 3_600_000;
const PATH = "/settings/sessions";

export async function loadSessions(user: User, context: RequestContext, now: Date) {
  const [own, sessions, events] = await Promise.all([
    context.session(),
    listSessions(user.id, now),
    listSecurityEvents(user.id),
  ]);
  const isThis = ({ id }: Session) => id === own?.id;
  const isActive = ({ lastSeenAt }: Session) => now.getTime() - lastSeenAt.getTime() < ACTIVE_MS;
  return {
    devices: [...sessions.filter(isThis), ...sessions.filter((session) => !isThis(session))].map((session) => ({
      id: session.id,
      name: session.device || "Unknown device",
      isThis: isThis(session),
      seen: isActive(session) ? "Active now" : `Last used ${formatInstant(session.lastSeenAt, user.timeZone)}`,
      since: formatDate(dateIn(user.timeZone, session.createdAt)),
    })),
    events: events.map(({ id, kind, device, happenedAt }) => ({
      id,
      what: SECURITY_WORDS[kind],
      when: [formatInstant(happenedAt, user.timeZone), device].filter(Boolean).join(", "),
    })),
  };
}

const CHOOSE = "Please choose a device.";
/** `others` or the id of a session, which may have ended already. */
const schema = z.object({ session: z.string({ error: CHOOSE }).trim().min(1, CHOOSE).max(24, CHOOSE) });

export async function logOutDevices(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, schema);
  if (!form.ok) return form.response;
  const { session } = form.value;
  const own = await context.session();
  if (session === "others" && own) {
    await endOtherSessions(user.id, own);
    return redirectWithToast(PATH, { title: "Every other device was logged out" });
  }
  await endSessionById(user.id, session);
  return redirectWithToast(PATH, { title: "Device logged out" });
}
