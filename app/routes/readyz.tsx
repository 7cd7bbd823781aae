import { haltReason } from "~/domain/clock/clock-check.server";
import { countUndelivered } from "~/domain/delivery/count-undelivered.server";
import { resultsUnreadSince } from "~/domain/delivery/poll-provider.server";
import { overdueMaintenance } from "~/domain/maintenance/last-run.server";
import { countStuckFiles } from "~/domain/media/discarded-files.server";
import { countUnrendered } from "~/domain/outbox/earlier-attempt.server";
import { listPauses } from "~/domain/outbox/rate-limiter.server";
import { isDatabaseReady } from "~/services/db-ready.server";
import { findWeakSettings } from "~/services/durability.server";
import { mediaFolderTrouble } from "~/services/media-store.server";

/** For load balancers by its status, which is the database's, and for operators by its text. */
export async function loader() {
  const isReady = await isDatabaseReady();
  const lines = isReady ? ["ready", ...(await troubles())] : ["the database does not answer"];
  return new Response(lines.join("\n"), {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}

async function troubles(): Promise<string[]> {
  const [halted, pauses, undelivered, unrendered, unread, weak, stuck, late, noFiles] = await Promise.all([
    haltReason(),
    listPauses(),
    countUndelivered(),
    countUnrendered(),
    resultsUnreadSince(),
    findWeakSettings(),
    countStuckFiles(),
    overdueMaintenance(),
    mediaFolderTrouble(),
  ]);
  return [
    ...(halted ? [`deliveries are halted: ${halted}`] : []),
    ...pauses.map(({ provider, reason, until }) => `${provider} is paused until ${until.toISOString()}: ${reason}`),
    ...undelivered.map(
      ({ provider, messages }) =>
        `${provider} gave up ${messages} ${messages === 1 ? "message" : "messages"} in the last day, not because of their addresses: see the log of the workers`,
    ),
    ...(unrendered > 0
      ? [`${unrendered} ${unrendered === 1 ? "message" : "messages"} cannot be rendered: see the log of the workers`]
      : []),
    ...(unread ? [`bounces could not be read since ${unread}: see the log of the workers`] : []),
    ...(late ? [`maintenance has not run since ${late}: see the log of the workers`] : []),
    ...(noFiles ? [`no file can be stored: ${noFiles}`] : []),
    ...(stuck > 0 ? [`the media store refuses to delete ${stuck} ${stuck === 1 ? "file" : "files"}: see the log`] : []),
    ...weak.map((setting) => `a power failure may lose data: ${setting}`),
  ];
}
