type InviteQrProps = { url: string; loading?: "lazy" };

/** The QR code of a board's invite link. */
export function InviteQr({ url, loading }: InviteQrProps) {
  const path = url.slice(url.indexOf("/join/"));
  return <img src={`${path}/qr.svg`} alt="QR code of the invite link" width={200} height={200} loading={loading} />;
}
