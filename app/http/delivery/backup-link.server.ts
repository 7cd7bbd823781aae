import { type BackupRequest, findBackupRequest } from "~/domain/delivery/backup-contact.server";

/**
 * What somebody was asked with the link of a mail.
 * @throws a 404 Response for links that are guessed or changed, and once the address was corrected
 */
export async function requireBackupRequest(link: string | undefined): Promise<BackupRequest> {
  const request = await findBackupRequest(link ?? "");
  if (!request) throw new Response(null, { status: 404 });
  return request;
}
