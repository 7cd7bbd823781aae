const WIDTH = 160;
const SHEET = 3;
/** Room above the pile for the bow or the seal. */
const TOP = 16;
/** Distance of each envelope from the edge; repeated, and prime in number, so that no pattern shows. */
const SHIFTS = [5, 8, 3, 6, 9, 4, 7, 2, 6, 3, 8];

/** As many envelopes as a plan has vaults, tied with string; a single one is sealed instead. */
export function Pile({ count }: { count: number }) {
  const height = TOP + count * SHEET + 2;
  const sheets = Array.from({ length: count }, (_, index) => ({
    x: SHIFTS[index % SHIFTS.length] ?? 0,
    y: height - 1 - (index + 1) * SHEET,
    hasEdge: count === 1 || (index + 1) % 5 === 0,
  }));
  const top = height - 1 - count * SHEET;
  const edges = sheets.filter(({ hasEdge }) => hasEdge).map(({ x, y }) => `M${x + 1} ${y + SHEET / 2}h144`);
  return (
    <svg className="pile" viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} aria-hidden="true">
      <path className="pile-sheets" d={sheets.map(({ x, y }) => `M${x} ${y}h146v${SHEET}h-146z`).join("")} />
      <path className="pile-edge" d={edges.join("")} />
      <path className="pile-edge pile-edge-amber" d={edges.join("")} />
      {count === 1 ? (
        <ellipse className="pile-seal" cx="78" cy={top - 2} rx="10" ry="4" />
      ) : (
        <path
          className="pile-string"
          d={`M80 ${height - 1}V${top}c-4-9-20-14-20-7s14 8 20 7c6 1 20 0 20-7s-16-2-20 7m0 0-8 7m8-7 8 7`}
        />
      )}
    </svg>
  );
}
