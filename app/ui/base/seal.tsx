export function Seal({ closes = false }: { closes?: boolean }) {
  return (
    <svg className={closes ? "seal seal-closes" : "seal"} viewBox="0 0 48 48" aria-hidden="true">
      <path
        className="seal-wax"
        d="M24 2.5c4 0 5.5 2.7 9 4.2s6.7 1.3 8.6 4.7.2 6 1.3 9.7 3.3 5.7 2 9.4-4.5 4-6.7 7-2.3 6.2-6 7.4-5.6-.9-9.3-.8-6.4 2.4-9.7.4-3.3-5.3-5.8-8.2S1.8 31.8 2 28s3-5.2 4-8.7-.4-6.6 2.3-9.2S14 8.8 17 6.9s3.8-4.4 7-4.4Z"
      />
      <path className="seal-light" d="M11.2 17.4c1.2-3.4 3.4-5.8 6.6-7.2M38.4 32.2c-.9 2.6-2.2 4.2-4.2 5.6" />
      <circle className="seal-rim" cx="24" cy="24.5" r="14" />
      <path className="seal-print" d="M24 15.5c2 2.7 6.2 6.3 6.2 10.6a6.2 6.2 0 0 1-12.4 0c0-4.3 4.2-7.9 6.2-10.6Z" />
    </svg>
  );
}
