import type { ReactNode } from "react";

/** A wide sheet with something at its side, such as a letter being written and its day; one below the other on phones. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="columns">
      <div className="stack">{children}</div>
      <div className="stack">{aside}</div>
    </div>
  );
}
