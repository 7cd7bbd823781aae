import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** `glow` is for the most important card of a page. */
export function Card({ title, tone, children }: { title?: ReactNode; tone?: "glow" | undefined; children: ReactNode }) {
  return (
    <section className={classNames("card", tone && `card-${tone}`)}>
      {title && <h2 className="card-title">{title}</h2>}
      {children}
    </section>
  );
}
