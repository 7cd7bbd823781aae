import type { ReactNode } from "react";

/** On a 24 × 24 grid. Apart from the other icons, which also load with the form of a vault. */
const drawings = {
  seal: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5c1.3 1.7 3.5 3.4 3.5 5.7a3.5 3.5 0 0 1-7 0c0-2.3 2.2-4 3.5-5.7Z" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="1.5" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  card: (
    <>
      <rect x="3.5" y="6" width="17" height="12" rx="1.5" />
      <path d="M7 10h4.5v4H7zM14.5 10.5h3M14.5 13.5h3" />
    </>
  ),
  guests: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M3 19.5c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M18 8.5v6M15 11.5h6" />
    </>
  ),
  preview: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  pieces: <path d="M4 4.5h7v9H4zM14 4.5h6v6h-6zM14 13.5h6v6h-6zM4 16.5h7v3H4z" />,
  address: (
    <>
      <rect x="3.5" y="6" width="17" height="12" rx="1.5" />
      <path d="m4 7 8 6.5L20 7" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  reply: <path d="M9.5 6.5 4 12l5.5 5.5M4 12h10a6 6 0 0 1 6 6" />,
  download: <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />,
  share: <path d="M12 15V4m-4.5 4L12 3.5 16.5 8M6 12v8h12v-8" />,
} satisfies Record<string, ReactNode>;

export type ActionName = keyof typeof drawings;

/** Decorative: hidden from screen readers. */
export function ActionIcon({ name, size = 24 }: { name: ActionName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
