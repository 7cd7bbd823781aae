import type { KeepsakeDay } from "./content";

const DROP =
  "M16 1.5c.6 0 1 .3 1.3.7C20.5 6.6 27 13 27 20.1a11 11 0 0 1-22 0C5 13 11.5 6.6 14.7 2.2c.3-.4.7-.7 1.3-.7Z";

/** Its words come from the styles, so that text browsers show no date twice. */
export function KeepsakePostmark({ name, day }: { name: string; day: KeepsakeDay }) {
  return (
    <span className="postmark">
      <i data-print={name} />
      <i data-print={`${day.iso.slice(-2)} ${day.inFull.slice(0, 3)}`} />
      <b data-print={day.iso.split("-")[0]} />
    </span>
  );
}

export function KeepsakeStamp() {
  return (
    <span className="stamp">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <path d={DROP} fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M10 16h12v8.4H10zm0 .4 6 4.8 6-4.8" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      <svg className="waves" viewBox="0 0 68 44" width="68" height="44" aria-hidden="true">
        <path
          d="M2 6q8-7 16 0t16 0 16 0 16 0M2 17q8-7 16 0t16 0 16 0 16 0M2 28q8-7 16 0t16 0 16 0 16 0M2 39q8-7 16 0t16 0 16 0 16 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
        />
      </svg>
    </span>
  );
}

export function KeepsakeMark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d={DROP} fill="#f2a635" />
      <path
        d="M27 20.1a11 11 0 0 1-22 0c0-1 .1-1.9.4-2.9 1 6.4 5.4 9.6 10.6 9.6s9.6-3.2 10.6-9.6c.3 1 .4 1.9.4 2.9Z"
        fill="#c9761b"
      />
      <path
        d="M10.3 15.3h11.4a.8.8 0 0 1 .8.8v7.3a.8.8 0 0 1-.8.8H10.3a.8.8 0 0 1-.8-.8v-7.3a.8.8 0 0 1 .8-.8Z"
        fill="#fffdf9"
      />
      <path d="m9.9 15.9 6.1 4.9 6.1-4.9" fill="none" stroke="#c9761b" strokeWidth="1.2" />
    </svg>
  );
}

export function KeepsakeSeal() {
  return (
    <svg className="wax" viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
      <path
        d="M24 2.5c4 0 5.5 2.7 9 4.2s6.7 1.3 8.6 4.7.2 6 1.3 9.7 3.3 5.7 2 9.4-4.5 4-6.7 7-2.3 6.2-6 7.4-5.6-.9-9.3-.8-6.4 2.4-9.7.4-3.3-5.3-5.8-8.2S1.8 31.8 2 28s3-5.2 4-8.7-.4-6.6 2.3-9.2S14 8.8 17 6.9s3.8-4.4 7-4.4Z"
        fill="#f2a635"
      />
      <path
        d="M11.2 17.4c1.2-3.4 3.4-5.8 6.6-7.2M38.4 32.2c-.9 2.6-2.2 4.2-4.2 5.6"
        fill="none"
        stroke="#fbd78f"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="24" cy="24.5" r="14" fill="#e2912a" stroke="#c06c12" strokeWidth="1.2" />
      <path d="M24 15.5c2 2.7 6.2 6.3 6.2 10.6a6.2 6.2 0 0 1-12.4 0c0-4.3 4.2-7.9 6.2-10.6Z" fill="#c06c12" />
    </svg>
  );
}
