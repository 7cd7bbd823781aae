import type { ReactNode } from "react";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="drawing intro-drawing" viewBox="0 0 360 260" width="360" height="260" aria-hidden="true">
      {children}
    </svg>
  );
}

export function ThreadDrawing() {
  return (
    <Drawing>
      <path className="drawing-faint" d="M20 244h320" />
      <path d="M34 244V62m292 182V62" />
      <path className="drawing-glow" d="M34 62h58l-10 14 10 14H34z" />
      <path className="drawing-glow" d="M326 62h-58l10 14-10 14h58z" />
      <text className="drawing-text drawing-text-flag" x="58" y="81.5">
        2026
      </text>{" "}
      <text className="drawing-text drawing-text-flag" x="303" y="81.5">
        2044
      </text>
      <path className="drawing-spark" d="M34 104c70 50 222 50 292 0" />
      <g className="drawing-amber">
        <circle cx="72" cy="124" r="6" />
        <circle cx="108" cy="135" r="6" />
        <circle cx="252" cy="135" r="6" />
        <circle cx="288" cy="124" r="6" />
      </g>
      <path d="m138 141-2 22m86-22 2 22" />
      <path className="drawing-sheet" d="M114 163h132v74H114z" />
      <path className="drawing-faint" d="m114 237 50-36m82 36-50-36" />
      <path className="drawing-sheet" d="m114 163 60 44c4 3 8 3 12 0l60-44z" />
      <circle className="drawing-amber" cx="180" cy="206" r="15" />
      <path className="drawing-print" d="M180 197c3 4 7 7 7 12a7 7 0 0 1-14 0c0-5 4-8 7-12Z" />
    </Drawing>
  );
}

export function TwigDrawing() {
  return (
    <Drawing>
      <path className="drawing-bark" d="M8 60c60-22 128-8 190-20 62-11 100-8 154-26" />
      <path
        d="m60 46-14-34m26 31L72 8m12 34 14-34m28 34 2-36m10 36 18-32m34 24 6-34m8 33 22-28m12 24 10-30m12 27 24-22M92 54l-22 28m44-28-8 34m130-48 14 34m10-38 26 26m20-32 30 18"
        className="drawing-needle"
      />
      <path className="drawing-amber" d="M176 44c1 22-52 62-52 122a56 56 0 0 0 112 0c0-60-53-100-54-122-1-4-5-4-6 0Z" />
      <path
        className="drawing-amber-deep"
        d="M236 166a56 56 0 0 1-112 0c0-8 1-15 3-22 6 34 28 50 53 50s47-16 53-50c2 7 3 14 3 22Z"
      />
      <g transform="rotate(-8 180 160)">
        <path className="drawing-letter" d="M146 138h68v46h-68z" />
        <path className="drawing-fold" d="m146 138 30 24c3 2 5 2 8 0l30-24" />
      </g>
      <path className="drawing-light" d="M163 84c-12 20-26 38-29 62" />
      <path className="drawing-dashed" d="M60 246h240" />
    </Drawing>
  );
}

export function QuestionDrawing() {
  return (
    <Drawing>
      <path className="drawing-sheet" d="M40 40h280v190H40z" />
      <path className="drawing-faint" d="M64 172h110M64 192h140M64 212h84" />
      <path className="drawing-stamp" d="M204 58h98v122h-98z" />
      <path className="drawing-glow" d="M212 66h82v106h-82z" />
      <text className="drawing-text" x="253" y="148">
        ?
      </text>
      <circle cx="172" cy="96" r="42" />
      <circle cx="172" cy="96" r="33" className="drawing-faint" />
      <path d="M214 84q9-8 18 0t18 0 18 0 18 0M216 98q9-8 18 0t18 0 18 0 18 0M214 112q9-8 18 0t18 0 18 0 18 0" />{" "}
      <text className="drawing-text drawing-text-small" x="172" y="104">
        FAQ
      </text>
    </Drawing>
  );
}

export function BundleDrawing() {
  return (
    <Drawing>
      <path className="drawing-dashed" d="M30 244h300" />
      <path className="drawing-sunk" d="M72 208h216v30H72z" />
      <path className="drawing-glow" d="M64 182h224v26H64z" />
      <path className="drawing-sunk" d="M74 156h216v26H74z" />
      <path className="drawing-sheet" d="M66 84h228v72H66z" />
      <path className="drawing-faint" d="M84 112h60M84 130h88" />
      <path className="drawing-glow" d="M242 98h36v44h-36z" />
      <path className="drawing-string" d="M180 84v154M66 120h228" />
      <path
        className="drawing-string"
        d="M180 120c-40-46-82-34-66-10 8 12 40 16 66 10 40-46 82-34 66-10-8 12-40 16-66 10Z"
      />
      <path className="drawing-string" d="M180 120c-10 18-24 28-44 34m44-34c10 18 24 28 44 34" />
      <circle className="drawing-amber" cx="180" cy="120" r="8" />
    </Drawing>
  );
}

export function KeyholeDrawing() {
  return (
    <Drawing>
      <path className="drawing-dashed" d="M30 244h300" />
      <path className="drawing-sheet" d="M60 62h240v168H60z" />
      <path className="drawing-faint" d="m60 230 92-72m148 72-92-72" />
      <path className="drawing-glow" d="m60 62 112 92c5 4 11 4 16 0l112-92z" />
      <path
        className="drawing-amber"
        d="M180 108c8 0 12 6 19 9s15 3 18 11 0 13 2 21 7 13 3 20-12 8-16 15-5 14-13 16-14-2-22-1-14 5-20 1-7-12-12-18-13-10-12-18 7-12 9-20-1-15 5-20 14-4 20-8 11-8 19-8Z"
      />
      <path className="drawing-print" d="M180 138a10 10 0 0 1 5 19l5 21h-20l5-21a10 10 0 0 1 5-19Z" />
    </Drawing>
  );
}
