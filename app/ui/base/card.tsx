import type { ReactNode } from "react";

/** A sheet of paper; `glow` is for the most important one. */
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
