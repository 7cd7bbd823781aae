import type { ReactNode } from "react";

/** A sheet of paper on the page; `glow` draws the eye to the one that matters. */
export function Card({
  title,
  tone = "sheet",
  children,
}: {
  title?: ReactNode;
  tone?: "sheet" | "glow";
  children: ReactNode;
}) {
  return (
    <section className={`card card-${tone}`}>
      {title && <h2 className="card-title">{title}</h2>}
      {children}
    </section>
  );
}
