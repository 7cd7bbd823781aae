import type { ReactNode } from "react";

/** On a 24 × 24 grid. */
const drawings = {
  letter: (
    <>
      <path d="M4 20 7.2 10.2l5.6-2.7 3.7 3.7-2.7 5.6z" />
      <path d="m4 20 5.8-5.8" />
      <circle cx="10.7" cy="13.3" r="1.2" />
      <path d="m12.8 7.5 3-3.2 3.9 3.9-3.2 3" />
    </>
  ),
  photo: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="1.5" />
      <path d="m4 16.5 5-5 4.5 4.5 2.5-2.5 4 4" />
      <circle cx="15.5" cy="9.5" r="1.250" />
    </>
  ),
  video: (
    <>
      <rect x="3.5" y="6" width="12" height="12" rx="1.5" />
      <path d="m15.5 13.5 5 3v-9l-5 3" />
    </>
  ),
  audio: (
    <>
      <rect x="9" y="3.5" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5" />
    </>
  ),
  board: (
    <>
      <rect x="4" y="4" width="7" height="9" rx="1" />
      <rect x="14" y="4" width="6" height="6" rx="1" />
      <rect x="14" y="13" width="6" height="7" rx="1" />
      <rect x="4" y="16" width="7" height="4" rx="1" />
    </>
  ),
  future: (
    <>
      <path d="M7 3.5h10M7 20.5h10" />
      <path d="M8 3.5c0 5 8 6 8 12v5M16 3.5c0 5-8 6-8 12v5" />
      <path d="M10 18h4" />
    </>
  ),
  calendar: <path d="M4 5.5h16V20H4zM4 10h16M8.5 3.5v4m7-4v4" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  back: <path d="M19 12H5m6-6-6 6 6 6" />,
  next: <path d="M5 12h14m-6-6 6 6-6 6" />,
  plus: <path d="M12 5v14M5 12h14" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  alert: (
    <>
      <path d="M12 4 3 19.5h18z" />
      <path d="M12 10v4.5M12 17v.2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.7v.2" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Decorative: hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
