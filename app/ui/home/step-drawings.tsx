export function CaptureDrawing() {
  return (
    <svg className="drawing" viewBox="34 0 106 110" width="106" height="110" aria-hidden="true">
      <path className="drawing-glow" d="m46 20 70-8 9 78-70 8z" />
      <path className="drawing-sheet" d="M36 18h72v80H36z" />
      <path d="M48 36h30M48 48h48M48 60h48M48 72h26" className="drawing-faint" />
      <path className="drawing-glow" d="m84 80 6-16 36-42c3-3 8 0 10 2 2 3 4 6 1 10l-37 42z" />
      <path d="m84 80 9-10m30-41 9 8" />
    </svg>
  );
}

export function TimeLockDrawing() {
  return (
    <svg className="drawing" viewBox="22 0 116 110" width="116" height="110" aria-hidden="true">
      <path className="drawing-sheet" d="M24 26h112v72H24z" />
      <path d="m24 98 42-36m70 36L94 62" className="drawing-faint" />
      <path className="drawing-sheet" d="m24 26 52 42c3 2 5 2 8 0l52-42z" />
      <path
        className="drawing-amber"
        d="M80 48c4 0 6 3 9 4s7 1 9 5 0 6 1 10 3 6 1 9-5 4-7 7-3 6-7 7-6-1-10 0-6 1-9-1-4-6-6-8-4-6-3-9 3-6 4-9 0-6 3-8 6-3 8-5 4-2 7-2Z"
      />
      <path d="M80 60c3 4 7 7 7 12a7 7 0 0 1-14 0c0-5 4-8 7-12Z" className="drawing-print" />
    </svg>
  );
}

export function SurpriseDrawing() {
  return (
    <svg className="drawing" viewBox="26 0 108 110" width="108" height="110" aria-hidden="true">
      <path className="drawing-glow" d="M28 50 76 12c3-2 5-2 8 0l48 38z" />
      <path className="drawing-sheet" d="M42 22h76v60H42z" />
      <path d="M54 36h28M54 46h52M54 56h52" className="drawing-faint" />
      <path className="drawing-sheet" d="m28 50 48 34c3 2 5 2 8 0l48-34v50H28z" />
      <path d="m28 100 40-24m64 24L92 76" className="drawing-faint" />
      <path d="M80 2v5M52 8l3 4M108 8l-3 4" className="drawing-spark" />
    </svg>
  );
}
