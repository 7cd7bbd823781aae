import { type BackupRequest, findBackupRequest } from "~/domain/delivery/backup-contact.server";

/** @throws a 404 Response for forged links, and once the recipient's email was corrected */
export async function requireBackupRequest(link: string | undefined): Promise<BackupRequest> {
  const request = await findBackupRequest(link ?? "");
  if (!request) throw new Response(null, { status: 404 });
  return request;
}
