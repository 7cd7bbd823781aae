import { keyedDigest } from "~/services/cipher.server";
import { securityLog } from "~/services/log.server";
import type { RequestContext } from "./request-context.server";

type Entry =
  | "signed_in"
  | "sign_in_refused"
  | "sign_in_limited"
  | "second_step_refused"
  | "confirmation_refused"
  | "signed_out"
  | "signed_up"
  | "reset_requested"
  | "sign_in_link_requested";

/** Networks and typed emails are logged as keyed digests, which can be compared but not read back. */
export function logSecurity(
  { requestId, clientIp }: Pick<RequestContext, "requestId" | "clientIp">,
  event: Entry,
  { account, email }: { account?: string | undefined; email?: string } = {},
): void {
  const short = (text: string) => keyedDigest("security-log", text).slice(0, 16);
  const about = { ...(account && { account }), ...(email && { email: short(email) }) };
  securityLog.info({ event, requestId, network: short(clientIp), ...about }, "security");
}
