import { Card } from "../base/card";

export function CertificateCard({ id, fingerprint }: { id: string; fingerprint: string }) {
  return (
    <Card title="Seal certificate">
      <p>
        It says what lay in the vault when you sealed it, and gives nothing of it away: a digest of the words and of
        each file, signed by us. By it anybody can tell one day whether what arrived is what you sealed.
      </p>
      <p className="fingerprint">
        <span className="small">Fingerprint</span> <code>{fingerprint}</code>
      </p>
      <ul className="rows">
        <li>
          <a className="row-link" href={`/memories/${id}/certificate`} download>
            Download the certificate
          </a>
        </li>
        <li>
          <a className="row-link" href="/verify">
            Check a certificate
          </a>
        </li>
      </ul>
    </Card>
  );
}
