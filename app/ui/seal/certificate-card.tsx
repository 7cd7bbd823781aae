/** Folded, as few people need it. */
export function CertificateCard({ id, fingerprint }: { id: string; fingerprint: string }) {
  return (
    <details className="card certificate-folded">
      <summary>
        Seal certificate <span>Proof that nothing was changed</span>
      </summary>
      <div className="stack">
        <p>It records what was in the vault without revealing it. Anyone can later check that nothing changed.</p>
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
      </div>
    </details>
  );
}
