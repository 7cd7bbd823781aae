const outline = "M180 14c5 0 8 3 11 7 36 56 109 128 109 217a120 120 0 0 1-240 0c0-89 73-161 109-217 3-4 6-7 11-7Z";

export function HeroDrop() {
  return (
    <svg className="hero-drop" viewBox="0 0 360 430" aria-hidden="true">
      <defs>
        <radialGradient id="drop-body" cx=".4" cy=".42" r=".66">
          <stop offset="0" stopColor="#ffe2a0" />
          <stop offset=".4" stopColor="#fbb949" />
          <stop offset=".78" stopColor="#df8418" />
          <stop offset="1" stopColor="#b25f0d" />
        </radialGradient>
        <radialGradient id="drop-light">
          <stop offset="0" stopColor="#ffe9b0" stopOpacity=".95" />
          <stop offset="1" stopColor="#ffd27a" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="drop-pool">
          <stop offset="0" stopColor="#f5a742" stopOpacity=".6" />
          <stop offset=".5" stopColor="#e59a3c" stopOpacity=".22" />
          <stop offset="1" stopColor="#e59a3c" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="drop-contact">
          <stop offset=".2" stopColor="#5a2c06" stopOpacity=".5" />
          <stop offset="1" stopColor="#5a2c06" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="drop-rim" x2=".3" y2="1">
          <stop offset="0" stopColor="#fff1c8" stopOpacity=".5" />
          <stop offset=".5" stopColor="#a8560b" stopOpacity=".35" />
          <stop offset="1" stopColor="#7d3c05" stopOpacity=".55" />
        </linearGradient>
        <linearGradient id="drop-shine" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".85" />
          <stop offset="1" stopColor="#fff" stopOpacity=".05" />
        </linearGradient>
        <linearGradient id="drop-veil" x2=".4" y2="1">
          <stop offset=".2" stopColor="#ffc65c" stopOpacity="0" />
          <stop offset="1" stopColor="#d97f14" stopOpacity=".38" />
        </linearGradient>
        <clipPath id="drop-clip">
          <path d={outline} />
        </clipPath>
      </defs>
      <ellipse cx="190" cy="372" rx="168" ry="46" fill="url(#drop-pool)" />
      <ellipse cx="180" cy="358" rx="104" ry="17" fill="url(#drop-contact)" />
      <path d={outline} fill="url(#drop-body)" />
      <g clipPath="url(#drop-clip)">
        <ellipse cx="218" cy="322" rx="86" ry="48" fill="url(#drop-light)" transform="rotate(-24 218 322)" />
        <g transform="rotate(-7 180 236)">
          <path d="M110 190h140v94H110z" fill="#7a3d08" opacity=".2" transform="translate(3 7)" />
          <path d="M114 188h132a4 4 0 0 1 4 4v88a4 4 0 0 1-4 4H114a4 4 0 0 1-4-4v-88a4 4 0 0 1 4-4Z" fill="#fff8e8" />
          <path d="m111 282 52-46m86 46-52-46" fill="none" stroke="#dcb98a" strokeWidth="1.6" />
          <path
            d="M111 190l63 52c4 3 8 3 12 0l63-52"
            fill="#fffbf1"
            stroke="#c99a63"
            strokeWidth="1.8"
            strokeLinejoin="round"
          />
          <circle cx="180" cy="243" r="15.5" fill="#a0491c" />
          <circle cx="180" cy="243" r="11" fill="none" stroke="#7f3511" strokeWidth="1.4" />
          <path d="M180 235c2.5 3.4 6 6.3 6 10a6 6 0 0 1-12 0c0-3.7 3.5-6.6 6-10Z" fill="#f6c98d" />
        </g>
        <path d={outline} fill="url(#drop-veil)" />
        <path d={outline} fill="none" stroke="url(#drop-rim)" strokeWidth="5" />
        <g fill="#fff3cf">
          <circle cx="246" cy="168" r="4.5" opacity=".6" />
          <circle cx="261" cy="188" r="2.5" opacity=".55" />
          <circle cx="118" cy="304" r="3.5" opacity=".5" />
          <circle cx="208" cy="128" r="2.5" opacity=".5" />
          <circle cx="134" cy="322" r="2" opacity=".45" />
        </g>
      </g>
      <path d="M164 62c-26 38-62 82-74 126-3 12 12 17 17 5 14-40 42-84 66-122 7-12-2-19-9-9Z" fill="url(#drop-shine)" />
      <circle cx="92" cy="222" r="6" fill="#fff" opacity=".5" />
    </svg>
  );
}
