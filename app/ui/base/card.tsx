import type { ReactNode } from "react";

/** `glow` is for the most important card of a page. */
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
