/** Quiet zone, in modules (ISO/IEC 18004). */
const QUIET = 4;

type Props = { qr: { size: number; path: string }; className: string; label: string };

/** Black on white, even on dark pages. */
export function QrCode({ qr, className, label }: Props) {
  const edge = qr.size + 2 * QUIET;
  return (
    <svg
      className={className}
      viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={`M${-QUIET} ${-QUIET}h${edge}v${edge}h-${edge}z`} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
}
