/** Outline of the drop on a 32 × 32 grid. */
const dropOutline =
  "M16 1.5c.6 0 1 .3 1.3.7C20.5 6.6 27 13 27 20.1a11 11 0 0 1-22 0C5 13 11.5 6.6 14.7 2.2c.3-.4.7-.7 1.3-.7Z";

export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path className="mark-drop" d={dropOutline} />
      <path
        className="mark-shade"
        d="M27 20.1a11 11 0 0 1-22 0c0-1 .1-1.9.4-2.9 1 6.4 5.4 9.6 10.6 9.6s9.6-3.2 10.6-9.6c.3 1 .4 1.9.4 2.9Z"
      />
      <path
        className="mark-letter"
        d="M10.3 15.3h11.4a.8.8 0 0 1 .8.8v7.3a.8.8 0 0 1-.8.8H10.3a.8.8 0 0 1-.8-.8v-7.3a.8.8 0 0 1 .8-.8Z"
      />
      <path className="mark-fold" d="m9.9 15.9 6.1 4.9 6.1-4.9" />
    </svg>
  );
}
