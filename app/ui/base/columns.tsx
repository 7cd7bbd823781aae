import type { ReactNode } from "react";

export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="columns">
      <div className="stack">{children}</div>
      <div className="stack">{aside}</div>
    </div>
  );
}
