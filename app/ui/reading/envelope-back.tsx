import { dayOnPostmark } from "../base/day";
import { Seal } from "../base/seal";

/**
 * The back of an envelope: for its recipient, and for everyone while it is sealed. `day` is `YYYY-MM-DD` or empty;
 * `mark` says which day. `sheet`, the letter's title, shows while it opens.
 */
export function EnvelopeBack({
  name,
  day,
  mark = "WRITTEN",
  sheet,
  closes = false,
}: {
  name: string;
  day: string;
  mark?: "WRITTEN" | "OPENS";
  sheet?: string;
  /** Animates the closing of the seal. */
  closes?: boolean;
}) {
  return (
    <div className="back" role="img" aria-label={name ? `A closed envelope for ${name}` : "A closed envelope"}>
      <svg className="back-layer" viewBox="0 0 520 330" aria-hidden="true">
        <defs>
          <pattern id="airmail" width="48" height="48" patternUnits="userSpaceOnUse" patternTransform="rotate(28)">
            <rect width="14" height="48" className="airmail-resin" />
            <rect x="24" width="14" height="48" className="airmail-amber" />
          </pattern>
          <pattern id="lining" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 .5h7M.5 0v7" className="lining-line" />
          </pattern>
          <radialGradient id="wax" cx=".32" cy=".24" r=".9">
            <stop className="wax-light" />
            <stop offset=".5" className="wax" />
            <stop offset="1" className="wax-deep" />
          </radialGradient>
          <linearGradient id="fold" x2="0" y2="1">
            <stop className="fold" />
            <stop offset="1" className="fold-tip" />
          </linearGradient>
        </defs>
        <rect width="520" height="330" rx="12" className="back-paper" />
        <rect width="520" height="330" rx="12" fill="url(#airmail)" />
        <path d="M9 0h502v313a8 8 0 0 1-8 8H17a8 8 0 0 1-8-8Z" className="back-paper" />
        <path d="M9 0h502L260 206Z" className="back-inside" />
        {sheet !== undefined && (
          <g className="back-flap-open">
            <path d={FLAP} className="back-lining" />
            <path d={FLAP} fill="url(#lining)" />
          </g>
        )}
      </svg>
      {sheet !== undefined && (
        <div className="back-sheet">
          <p dir="auto">{sheet}</p>
          <i />
          <i />
          <i />
        </div>
      )}
      <svg className="back-layer" viewBox="0 0 520 330" aria-hidden="true">
        <path d="M9 2 262 200 9 318ZM511 2 258 200 511 318Z" className="back-paper back-seam" />
        <path d="M12 319 248 190q12-9 24 0l236 129Z" className="back-paper back-seam" />
        <path d={FLAP} className="back-paper back-seam back-flap" />
      </svg>
      {day && <RoundMark day={day} mark={mark} />}
      <div className="back-seal">
        <Seal closes={closes} />
        {sheet !== undefined && <Seal />}
      </div>
      {name && (
        <p className={name.length > FITS_ON_ONE_LINE ? "back-name back-name-long" : "back-name"} dir="auto">
          {name}
        </p>
      )}
    </div>
  );
}

/** In characters. */
const FITS_ON_ONE_LINE = 22;

const FLAP = "M6 8q0-7 8-7h492q8 0 8 7 0 3-4 6L274 192q-14 11-28 0L10 14Q6 11 6 8Z";

function RoundMark({ day, mark }: { day: string; mark: string }) {
  const printed = dayOnPostmark(day);
  return (
    <svg className="postmark back-postmark" viewBox="0 0 148 80" aria-hidden="true">
      <defs>
        <path id="round-top" d="M9.5 40a30.5 30.5 0 0 1 61 0" />
        <path id="round-foot" d="M5.5 40a34.5 34.5 0 0 0 69 0" />
      </defs>
      <circle cx="40" cy="40" r="37.5" />
      <circle cx="40" cy="40" r="27" className="postmark-inner" />
      <text className="postmark-round">
        <textPath href="#round-top" startOffset="50%">
          {mark}
        </textPath>
      </text>{" "}
      <text className="postmark-round">
        <textPath href="#round-foot" startOffset="50%">
          AMBERKEEP
        </textPath>
      </text>{" "}
      <text x="40" y="37" className="postmark-day">
        {printed.day}
      </text>{" "}
      <text x="40" y="54" className="postmark-year">
        {printed.year}
      </text>
      <path
        className="postmark-waves"
        d="M80 22q8-7 16 0t16 0 16 0 16 0M82 34q8-7 16 0t16 0 16 0 16 0M82 46q8-7 16 0t16 0 16 0 16 0M80 58q8-7 16 0t16 0 16 0 16 0"
      />
    </svg>
  );
}
