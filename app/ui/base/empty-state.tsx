import type { ReactNode } from "react";
import { ButtonLink } from "./button";

export function EmptyState({
  title,
  children,
  action,
  headingLevel: Heading = "h2",
}: {
  title: string;
  children?: ReactNode;
  action?: { href: string; label: string };
  headingLevel?: "h1" | "h2" | "h3";
}) {
  return (
    <div className="empty-state">
      <svg className="drawing" viewBox="0 0 160 104" width="160" height="104" aria-hidden="true">
        <path className="drawing-sheet" d="M26 20h108v72H26z" />
        <path d="m26 92 42-36m66 36L92 56" className="drawing-faint" />
        <path className="drawing-sheet" d="m26 20 50 41c3 2 5 2 8 0l50-41z" />
        <path d="M10 98h140" className="drawing-dashed" />
        <path className="drawing-amber" d="M80 40c5 7 13 13 13 22a13 13 0 0 1-26 0c0-9 8-15 13-22Z" />
      </svg>
      <Heading>{title}</Heading>
      {typeof children === "string" ? <p>{children}</p> : children}
      {action && <ButtonLink href={action.href}>{action.label}</ButtonLink>}
    </div>
  );
}
