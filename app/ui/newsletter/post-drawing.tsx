export function PostDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
      <path className="drawing-sheet" d="M18 48h92v46H18z" />
      <path className="drawing-faint" d="M28 74h34M28 83h22" />
      <path className="drawing-amber" d="M76 53c4 5 7 8 7 13a7 7 0 0 1-14 0c0-5 3-8 7-13Z" />
      <path className="drawing-sheet" d="M108 22h50a20 20 0 0 1 20 20v62h-70z" />
      <path className="drawing-glow" d="M108 22a20 20 0 0 1 20 20v62H88V42a20 20 0 0 1 20-20Z" />
      <path className="drawing-faint" d="M140 62h24M140 72h16" />
      <path className="drawing-amber" d="M160 36V8h20v12h-18v16z" />
      <path className="drawing-dashed" d="M10 112h180" />
    </svg>
  );
}
